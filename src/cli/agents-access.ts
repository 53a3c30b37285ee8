import type { Client } from "../client/index.ts";
import type {
  AgentDetail,
  AgentRunPage,
  DeadLetterList,
  DecisionPage,
  EventAccepted,
} from "../contracts/api/agents.ts";
import type { AgentList, AgentRunRecord, AgentStatus } from "../contracts/react/agent-run.ts";
import type { Json } from "../plan/json.ts";
import type { OpenPlanwright } from "../runtime/open-planwright.ts";
import { type ExitCode, type Invocation, text } from "./command.ts";
import { withPlanwright } from "./local-planwright.ts";
import { hereOrThere } from "./remote.ts";

export type RunOnce = { override_goal_description?: string; force: boolean };
export type PageOf = { cursor?: string; limit: number };

/** `is_new` is null where the bus has it and its readers decide. */
export type Published = Omit<EventAccepted, "is_new"> & { is_new: boolean | null };

/** What the commands need of the agents, here or at a server. Undefined where there is no such agent. */
export type AgentsAccess = {
  list(): Promise<AgentList>;
  detail(id: string): Promise<AgentDetail | undefined>;
  runOnce(id: string, request: RunOnce): Promise<{ run: AgentRunRecord } | { says: string } | undefined>;
  setEnabled(id: string, isEnabled: boolean): Promise<AgentStatus | undefined>;
  runs(id: string, page: PageOf): Promise<AgentRunPage | undefined>;
  decisions(id: string, page: PageOf): Promise<DecisionPage | undefined>;
  publish(event: { channel: string; payload: Json; id?: string }): Promise<Published>;
  deadLetters(limit: number): Promise<DeadLetterList>;
};

export function withAgents(
  invocation: Invocation,
  work: (agents: AgentsAccess) => Promise<ExitCode>,
): Promise<ExitCode> {
  return hereOrThere(
    invocation,
    () =>
      withPlanwright(invocation, async (planwright) => {
        await planwright.agents.load();
        return work(accessHere(planwright, text(invocation, "tenant") ?? "local"));
      }),
    (client) => work(accessThere(client)),
  );
}

function accessHere(planwright: OpenPlanwright, tenant: string): AgentsAccess {
  const { agents, ids } = planwright;
  return {
    list: () => agents.list(tenant),
    detail: (id) => agents.detail({ tenant, id }),
    async runOnce(id, request) {
      // Timers of the engine keep no process alive.
      const alive = setInterval(() => undefined, 2 ** 30);
      await planwright.start();
      return agents.runOnce({ tenant, id }, request).finally(() => clearInterval(alive));
    },
    setEnabled: (id, isEnabled) => agents.setEnabled({ tenant, id }, isEnabled),
    runs: (id, page) => agents.runs({ tenant, id }, page),
    decisions: (id, page) => agents.decisions({ tenant, id }, page),
    async publish({ channel, payload, id = ids.next() }) {
      return { id, channel, is_new: (await agents.announce(tenant, { id, channel, payload })) ?? null };
    },
    deadLetters: async (most) => ({ events: await agents.deadLetters(tenant, most) }),
  };
}

/** A server's 404 and the limits of an agent are problems, which the caller says in the server's own words. */
function accessThere(client: Client): AgentsAccess {
  return {
    list: () => client.listAgents(),
    detail: (id) => client.getAgent({ params: { id } }),
    runOnce: async (id, body) => ({ run: await client.runAgentOnce({ params: { id }, body }) }),
    setEnabled: (id, isEnabled) => (isEnabled ? client.enableAgent : client.disableAgent)({ params: { id }, body: {} }),
    runs: (id, query) => client.listAgentRuns({ params: { id }, query }),
    decisions: (id, query) => client.listDecisions({ params: { id }, query }),
    publish: (body) => client.publishEvent({ body }),
    deadLetters: (limit) => client.listDeadLetters({ query: { limit } }),
  };
}
