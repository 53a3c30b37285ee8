import type { Client } from "../../client/index.ts";
import type {
  AgentDetail,
  AgentRunPage,
  AgentRunView,
  BackfillRequest,
  DeadLetterList,
  DecisionPage,
  DecisionView,
  EventAccepted,
} from "../../contracts/api/agents.ts";
import { compact } from "../../contracts/compact.ts";
import type { AgentList, AgentRunRecord, AgentStatus } from "../../contracts/react/agent-run.ts";
import type { Json } from "../../plan/json.ts";
import type { OpenPlanwright } from "../../runtime/open-planwright.ts";
import { type ExitCode, type Invocation, text } from "../command.ts";
import { withPlanwright } from "./local-planwright.ts";
import { localOrRemote } from "../remote/remote.ts";

export type RunOnceRequest = { override_goal_description?: string; force: boolean };
export type PageQuery = { cursor?: string; limit: number };

/** `is_new` is null if the event went to the shared bus, whose readers deduplicate. */
export type PublishResult = Omit<EventAccepted, "is_new"> & { is_new: boolean | null };

/** Agents for the commands, local or remote. Undefined for an unknown agent. */
export type AgentsAccess = {
  list(): Promise<AgentList>;
  detail(id: string): Promise<AgentDetail | undefined>;
  runOnce(id: string, request: RunOnceRequest): Promise<{ run: AgentRunRecord } | { says: string } | undefined>;
  setEnabled(id: string, isEnabled: boolean, note?: string): Promise<AgentStatus | undefined>;
  backfill(id: string, range: BackfillRequest): Promise<readonly DecisionView[] | "too many" | undefined>;
  runs(id: string, page: PageQuery): Promise<AgentRunPage | undefined>;
  agentRun(id: string, run: string): Promise<AgentRunView | undefined>;
  decisions(id: string, page: PageQuery): Promise<DecisionPage | undefined>;
  publish(event: { channel: string; payload: Json; id?: string }): Promise<PublishResult>;
  deadLetters(limit: number): Promise<DeadLetterList>;
};

export function withAgents(
  invocation: Invocation,
  work: (agents: AgentsAccess) => Promise<ExitCode>,
): Promise<ExitCode> {
  return localOrRemote(
    invocation,
    () =>
      withPlanwright(invocation, async (planwright) => {
        await planwright.agents.load();
        return work(localAccess(planwright, text(invocation, "tenant") ?? "local"));
      }),
    (client) => work(remoteAccess(client)),
  );
}

function localAccess(planwright: OpenPlanwright, tenant: string): AgentsAccess {
  const { agents, ids } = planwright;
  return {
    list: () => agents.list(tenant),
    detail: (id) => agents.detail({ tenant, id }),
    async runOnce(id, request) {
      // Engine timers do not keep the process alive.
      const alive = setInterval(() => undefined, 2 ** 30);
      await planwright.start();
      return agents.runOnce({ tenant, id }, request).finally(() => clearInterval(alive));
    },
    setEnabled: (id, isEnabled, note) => agents.setEnabled({ tenant, id }, isEnabled, { by: "cli", note }),
    backfill: (id, { from, to }) => agents.backfill({ tenant, id }, { from: Date.parse(from), to: Date.parse(to) }),
    runs: (id, page) => agents.runs({ tenant, id }, page),
    agentRun: (id, run) => agents.run({ tenant, id }, run),
    decisions: (id, page) => agents.decisions({ tenant, id }, page),
    async publish({ channel, payload, id = ids.next() }) {
      return { id, channel, is_new: (await agents.announce(tenant, { id, channel, payload })) ?? null };
    },
    deadLetters: async (most) => ({ events: await agents.deadLetters(tenant, most) }),
  };
}

/** A 404 or an exceeded agent limit is a problem of the server, which the caller prints. */
function remoteAccess(client: Client): AgentsAccess {
  return {
    list: () => client.listAgents(),
    detail: (id) => client.getAgent({ params: { id } }),
    runOnce: async (id, body) => ({ run: await client.runAgentOnce({ params: { id }, body }) }),
    setEnabled: (id, isEnabled, note) =>
      isEnabled
        ? client.enableAgent({ params: { id }, body: {} })
        : client.disableAgent({ params: { id }, body: compact({ note }) }),
    backfill: async (id, body) => (await client.backfillAgent({ params: { id }, body })).decisions,
    runs: (id, query) => client.listAgentRuns({ params: { id }, query }),
    agentRun: (id, run) => client.getAgentRun({ params: { id, run } }),
    decisions: (id, query) => client.listDecisions({ params: { id }, query }),
    publish: (body) => client.publishEvent({ body }),
    deadLetters: (limit) => client.listDeadLetters({ query: { limit } }),
  };
}
