import { reactExamples } from "../../contracts/react/examples.ts";
import { AgentList, AgentRunRecord } from "../../contracts/react/agent-run.ts";
import type { Json } from "../../plan/json.ts";
import { describeViolation, isAbsent } from "./endpoint.ts";
import { absent, type Guarantee, post } from "./guarantee.ts";
import type { Reply, SendRequest } from "./send-request.ts";

export const reactGuarantees: readonly Guarantee[] = [
  {
    contract: "react",
    endpoint: "GET /agents",
    check: "lists agents with their status",
    async findViolation(ask) {
      const reply = await ask({ method: "GET", path: "/agents" });
      if (isAbsent(reply)) return absent;
      return AgentList.safeParse(reply.json).success ? undefined : describeViolation("", reply, "must be { agents }");
    },
  },
  {
    contract: "react",
    endpoint: "PUT /agents/{id}",
    check: "refuses a goal template with an unknown name",
    findViolation: (ask) =>
      withAgent(ask, "Say {{nothing.at_all}}", async (saved) =>
        saved.status === 422 ? undefined : describeViolation("{{nothing.at_all}}", saved, "must be 422"),
      ),
  },
  {
    contract: "react",
    endpoint: "POST /agents/{id}/run-once",
    check: "fills in the goal, and records what became of every output",
    findViolation: (ask) =>
      withAgent(ask, "Say that it is {{now}}", async (saved) => {
        if (saved.status !== 200) return describeViolation("{{now}}", saved, "must be accepted");
        const reply = await post(ask, `${agentPath}/run-once`, { force: true });
        const record = AgentRunRecord.safeParse(reply.json).data;
        if (record === undefined) return describeViolation("", reply, "must be a run record");
        if (!/\d{4}-\d\d-\d\d/.test(record.goal.description))
          return describeViolation("", reply, "{{now}} must be a time");
        const { outputs = [], notifications_sent: isSent } = record.result_summary;
        const notice = outputs.find(({ output }) => output === "notify_hub");
        if (record.status === "success" && notice === undefined)
          return describeViolation("", reply, "outputs must say what became of notify_hub");
        return isSent ? describeViolation("", reply, "an agent of level 0 sends nothing") : undefined;
      }),
  },
];

const agentPath = "/agents/agent.conformance";

/** Saves an agent with this goal, and removes it afterwards. */
async function withAgent(
  ask: SendRequest,
  description: string,
  findViolation: (saved: Reply) => Promise<string | undefined>,
): Promise<string | undefined> {
  const profile: Json = {
    ...reactExamples.agentProfile,
    id: "agent.conformance",
    goal_template: { type: "agent_task", description },
    toolset: [],
    triggers: {},
  };
  const saved = await ask({ method: "PUT", path: agentPath, body: { json: profile } });
  if (isAbsent(saved)) return absent;
  try {
    return await findViolation(saved);
  } finally {
    if (saved.status === 200) await ask({ method: "DELETE", path: agentPath });
  }
}
