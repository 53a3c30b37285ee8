import { usage } from "./world/mind.ts";

/** Who asks. Alice writes Drafts and Bob approves them; the poor tenant has little money. */
export const tenant = "acme";
export const poorTenant = "poor";

/** Agents, and what each of them is for. */
export const agents = {
  /** Every event and every minute, without a limit. */
  all: "agent.all",
  /** A few runs a day, whatever comes. */
  few: "agent.few",
  /** One at a time, the others in a line. */
  line: "agent.line",
  /** Wants to write more than its level lets it. */
  greedy: "agent.greedy",
} as const;

export const channels = { http: "faults.http", redis: "faults.redis" } as const;
export const fewRuns = 7;

const writes = {
  type: "object",
  properties: { marker: { type: "string" }, how: { type: "string" } },
  required: ["marker"],
};
const body = { marker: "{marker}", how: "{how}" };
const centsPerToken = 1;
/** Micro-cents that one answer of the model costs. */
export const answerMicroCents = (usage.inputTokens + usage.outputTokens) * centsPerToken * 1_000_000;
/** What the poor tenant may spend in all: room for some twenty answers. */
export const poorCents = (usage.inputTokens + usage.outputTokens) * centsPerToken * 20;

/** `planwright.yaml` of the fleet, as JSON, which is YAML too. */
export function configOf({ url, mind, approver }: { url: string; mind: string; approver: string }): object {
  const readBack = { tool: "find_note", args: { marker: "{marker}" }, found: "/note" };
  const additive = { input: writes, body, effect: "additive", timeout_ms: 5_000 };
  return {
    approval: { default: "allow" },
    tools: {
      allow: ["127.0.0.1"],
      http: {
        world_read: {
          url: `${url}/read/{name}`,
          input: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
          timeout_ms: 5_000,
        },
        world_add: {
          method: "POST",
          url: `${url}/add`,
          ...additive,
          idempotency_header: "Idempotency-Key",
          retry: "keyed",
        },
        world_post: { method: "POST", url: `${url}/post`, ...additive },
      },
      mcp: {
        crm: {
          url: `${url}/mcp`,
          prefix: "",
          tools: {
            find_note: { effect: "read" },
            create_note: { effect: "additive", timeout_ms: 5_000, read_back: readBack },
            create_report: { effect: "additive", timeout_ms: 20_000, read_back: readBack },
          },
        },
      },
    },
    drafts: { approvers: [approver], self_approval: false, expires_minutes: 60 },
    models: {
      endpoints: { mind: { provider: "openai-compatible", model: "scripted", base_url: mind, timeout_ms: 5_000 } },
      prices: {
        "mind/scripted": {
          input_cents_per_million: centsPerToken * 1e6,
          output_cents_per_million: centsPerToken * 1e6,
        },
      },
    },
    budgets: { tenants: { [poorTenant]: { limit_cents: poorCents, per: "total" } } },
    agents: { tenant, levels: { internal: ["world_add"] } },
  };
}

/** The profiles, by the name of their file. */
export function profiles(): Record<string, object> {
  const listening = (overlap: string): object => ({
    events: Object.values(channels).map((channel) => ({ channel, overlap })),
  });
  const profileOf = (id: string, given: object): object => ({
    id,
    description: `${id} of the fault suite`,
    goal_template: { type: "agent_task", description: "say what set you off" },
    toolset: ["world_add"],
    ...given,
  });
  const free = { max_runs_per_day: 100_000, min_interval_seconds: 0, max_concurrent_runs: 100 };
  const minutely = { time: [{ cron: "* * * * *", overlap: "parallel", catchup: "all" }] };
  return {
    all: profileOf(agents.all, { triggers: { ...listening("parallel"), ...minutely }, limits: free }),
    few: profileOf(agents.few, { triggers: listening("parallel"), limits: { ...free, max_runs_per_day: fewRuns } }),
    line: profileOf(agents.line, { triggers: listening("queue"), limits: { ...free, max_concurrent_runs: 1 } }),
    greedy: profileOf(agents.greedy, { triggers: minutely, limits: free, toolset: ["world_post"] }),
  };
}
