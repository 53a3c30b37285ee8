import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { parseWith } from "../plan/parse.ts";
import { atPointer, parsePointer } from "../plan/pointer.ts";
import { structureHash } from "../plan/structure-hash.ts";
import { Draft } from "./actions/draft.ts";
import { actionsExamples } from "./actions/examples.ts";
import { ActionPlan } from "./actions/plan.ts";
import { determinismExamples } from "./determinism/examples.ts";
import { toPlan } from "./determinism/mapping.ts";
import { SkillPlan } from "./determinism/plan.ts";
import { PlannerError, PlannerInput } from "./determinism/planner.ts";
import { PlannerRegistry } from "./determinism/registry.ts";
import { ReplayReport, ReplayRequest } from "./determinism/replay.ts";
import { AgentProfile } from "./react/agent-profile.ts";
import { AgentRunRecord } from "./react/agent-run.ts";
import { reactExamples } from "./react/examples.ts";
import { PlanReactRequest, PlanReactResponse } from "./react/plan-react.ts";
import { serviceExamples } from "./service/examples.ts";
import { PlanRequest } from "./service/plan-request.ts";
import { PlanResponse01, PlanResponse02, PlanResponse03 } from "./service/plan-response.ts";

// Values of the right type that the contracts do not allow: each has its code, at its place.

type Row = [name: string, schema: z.ZodType, example: unknown, pointer: string, value: unknown];

const {
  request,
  response,
  responseWithLookup: lookup,
  responseWithAction: action,
  responseWithSafety: safety,
} = serviceExamples;
const { plan, draft } = actionsExamples;
const { plan: skills, input, error, registry, replayReport, replayRequest } = determinismExamples;
const { request: react, response: answer, agentProfile: agent, runRecord } = reactExamples;

const rows: Record<string, Row[]> = {
  INVALID_VALUE: [
    ["step type", PlanResponse01, response, "/steps/0/type", "toll"],
    ["a step type of a later version", PlanResponse01, response, "/steps/0/type", "safety"],
    ["channel", PlanResponse01, response, "/steps/2/payload/channel", "assistent"],
    ["lookup target", PlanResponse01, lookup, "/steps/0/payload/target", "web"],
    ["version", PlanResponse01, response, "/metadata/version", "1.0"],
    ["execution mode", PlanResponse02, action, "/steps/0/payload/execution_mode", "async"],
    ["severity", PlanResponse03, safety, "/steps/0/payload/severity", "fatal"],
    ["intent", ActionPlan, plan, "/intent", "delete"],
    ["domain", ActionPlan, plan, "/domain", "hubspot"],
    ["language", ActionPlan, plan, "/language", "de"],
    ["entity kind", ActionPlan, plan, "/entities/0/kind", "lead"],
    ["risk kind", ActionPlan, plan, "/risks/0/kind", "danger"],
    ["draft status", Draft, draft, "/status", "OPEN"],
    ["outcome", Draft, draft, "/actions/0/outcome/status", "DONE"],
    ["on_error", SkillPlan, skills, "/steps/0/on_error", "abort|continue|retry"],
    ["error code", PlannerError, error, "/code", "PLANNER_RATE_LIMIT"],
    ["determinism", PlannerRegistry, registry, "/stub/determinism", "total"],
    ["replay mode", ReplayRequest, replayRequest, "/mode", "dry"],
    ["aspect", ReplayReport, replayReport, "/first_divergence/aspect", "time"],
    ["caller", PlanReactRequest, react, "/caller", "Hub"],
    ["goal type", PlanReactRequest, react, "/goal/type", "task"],
    ["role", PlanReactRequest, react, "/context/conversation_history/0/role", "tool"],
    ["style", PlanReactRequest, react, "/preferences/style", "cold"],
    ["status", PlanReactResponse, answer, "/status", "failed"],
    ["autonomy level", AgentProfile, agent, "/autonomy_level", 3],
    ["operator", AgentProfile, agent, "/triggers/state/0/op", "=>"],
    ["notify mode", AgentProfile, agent, "/outputs/notify_hub/mode", "later"],
    ["run status", AgentRunRecord, runRecord, "/status", "running"],
  ],
  INVALID_FORMAT: [
    ["a date alone", PlanRequest, request, "/timestamp", "2025-12-01"],
    ["a day that is not", PlanRequest, request, "/timestamp", "2025-02-30T00:00:00Z"],
    ["generated_at", SkillPlan, skills, "/metadata/generated_at", "yesterday"],
    ["a summary of two lines", ActionPlan, plan, "/summary", "one\ntwo"],
    ["an id that is no uuid", Draft, draft, "/draft_id", "17"],
    ["a short hash", Draft, draft, "/manifest_hash", "abc"],
    ["six fields of cron", AgentProfile, agent, "/triggers/time/0/cron", "0 0 2 * * *"],
    ["four fields of cron", AgentProfile, agent, "/triggers/time/0/cron", "0 2 * *"],
    ["a selector with a hole", AgentProfile, agent, "/triggers/state/0/selector", "a..b"],
  ],
  TOO_SHORT: [
    ["message", PlanRequest, request, "/message", ""],
    ["step id", PlanResponse01, response, "/steps/0/id", ""],
    ["tool name", PlanResponse01, response, "/steps/0/payload/tool_name", ""],
    ["result key", PlanResponse01, response, "/steps/0/payload/result_key", ""],
    ["tool slug", ActionPlan, plan, "/actions/0/tool_slug", ""],
    ["scope", ActionPlan, plan, "/actions/0/idempotency_scope", ""],
    ["skill", SkillPlan, skills, "/steps/0/skill", ""],
    ["agent", PlannerInput, input, "/agent_id", ""],
    ["divergences", ReplayReport, replayReport, "/divergences", []],
    ["goal", PlanReactRequest, react, "/goal/description", ""],
    ["an empty choice of values", AgentProfile, agent, "/triggers/events/0/conditions", { kind: { in: [] } }],
  ],
  TOO_LONG: [
    ["excerpt", AgentRunRecord, runRecord, "/result_summary/final_answer_excerpt", "x".repeat(201)],
    ["steps of 1", PlanResponse01, response, "/steps", Array.from({ length: 10_001 }, () => response.steps[0])],
    ["steps of 4", SkillPlan, skills, "/steps", Array.from({ length: 10_001 }, () => skills.steps[0])],
    ["actions", ActionPlan, plan, "/actions", Array.from({ length: 10_001 }, () => plan.actions[0])],
    ["toolset", PlanReactRequest, react, "/toolset", Array.from({ length: 10_001 }, () => react.toolset[0])],
  ],
  OUT_OF_RANGE: [
    ["retries below zero", SkillPlan, skills, "/steps/0/retry_count", -1],
    ["retries without end", SkillPlan, skills, "/steps/0/retry_count", 101],
    ["negative cost", SkillPlan, skills, "/metadata/cost_cents", -1],
    ["confidence above one", ActionPlan, plan, "/entities/0/confidence", 1.01],
    ["revision 0", Draft, draft, "/revision", 0],
    ["no step", PlanReactRequest, react, "/limits/max_steps", 0],
    ["too many steps", PlanReactRequest, react, "/limits/max_steps", 65],
    ["no time", PlanReactRequest, react, "/limits/timeout_seconds", 0],
    ["negative price", PlannerRegistry, registry, "/stub/cost_model/base_cents", -0.1],
  ],
  WRONG_TYPE: [
    ["half a session", PlanRequest, request, "/session_id", 1.5],
    ["a text for a number", PlanRequest, request, "/context/company_id", "92"],
    ["null for a required field", PlanRequest, request, "/message", null],
    ["arguments as a list", PlanResponse01, response, "/steps/0/payload/arguments", []],
    ["half a cent", SkillPlan, skills, "/metadata/cost_cents", 1.5],
    ["a bound that is no number", AgentProfile, agent, "/triggers/events/0/conditions/min_duration_sec", "300"],
    ["a condition that is none", AgentProfile, agent, "/triggers/events/0/conditions", { kind: ["a"] }],
  ],
  UNSAFE_INTEGER: [
    ["session", PlanRequest, request, "/session_id", 2 ** 53],
    ["company", PlanRequest, request, "/context/company_id", -(2 ** 53)],
    ["tokens", SkillPlan, skills, "/metadata/input_tokens", 2 ** 60],
    ["argument", PlanResponse01, response, "/steps/0/payload/arguments", { n: 2 ** 53 }],
    ["usage", PlanReactResponse, answer, "/usage/duration_ms", 2 ** 53],
  ],
};

describe.each(Object.entries(rows))("%s", (code, table) => {
  it.each(table)("%s", (_, schema, example, pointer, value) => {
    const changed = put(example, parsePointer(pointer) ?? [], value);
    const parsed = parseWith(schema, changed);
    const issues = parsed.ok ? [] : parsed.issues;
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatchObject({ code, message: expect.any(String) });
    expect(issues[0]?.pointer.startsWith(pointer)).toBe(true);
  });
});

describe("the deepest matching alternative is reported", () => {
  it("a wrong payload is reported inside the payload", () => {
    const wrong = put(response, ["steps", "0", "payload"], { tool_nam: "x", arguments: 1 });
    const parsed = parseWith(PlanResponse01, wrong);
    expect(parsed.ok ? [] : parsed.issues.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "MISSING_FIELD /steps/0/payload/tool_name",
      "WRONG_TYPE /steps/0/payload/arguments",
      "UNKNOWN_FIELD /steps/0/payload/tool_nam",
    ]);
  });

  it("a message's payload in a tool step is wrong field by field", () => {
    const wrong = put(response, ["steps", "2", "type"], "tool");
    const parsed = parseWith(PlanResponse01, wrong);
    expect(parsed.ok ? [] : parsed.issues.map(({ code }) => code)).toEqual([
      "MISSING_FIELD",
      ...Array(4).fill("UNKNOWN_FIELD"),
    ]);
  });

  it("a condition close to one of two forms is reported as that form", () => {
    const wrong = put(agent, ["triggers", "events", "0", "conditions"], { kind: { in: "a" } });
    const parsed = parseWith(AgentProfile, wrong);
    expect(parsed).toMatchObject({
      issues: [{ code: "WRONG_TYPE", pointer: "/triggers/events/0/conditions/kind/in" }],
    });
  });

  it("a value that fits none names the types that would", () => {
    const wrong = put(action, ["steps", "0", "payload", "conversation_id"], true);
    const parsed = parseWith(PlanResponse02, wrong);
    expect(parsed).toMatchObject({ issues: [{ message: "must be number or string, not boolean" }] });
  });
});

describe("defaults", () => {
  it.each([
    [
      PlanResponse01,
      {
        session_id: 1,
        steps: [{ id: "step-1", type: "tool", description: "", payload: { tool_name: "t" } }],
        metadata: { model: "m" },
      },
      {
        steps: [{ depends_on: [], payload: { arguments: {}, escalate_on_failure: false } }],
        metadata: { version: "0.1" },
      },
    ],
    [
      SkillPlan,
      { steps: [{ step_id: "s1", skill: "echo", params: {} }] },
      { steps: [{ depends_on: [], on_error: "abort", retry_count: 3 }], metadata: {} },
    ],
    [
      PlanReactRequest,
      { goal: { description: "x" }, toolset: [] },
      {
        caller: "hub",
        goal: { type: "chat" },
        context: { conversation_history: [] },
        limits: { max_steps: 4, max_tokens_reason: 2048, max_tokens_answer: 1024, timeout_seconds: 60 },
        preferences: { style: "neutral", return_trace: true, allow_internal_thought_logging: true },
      },
    ],
    [
      AgentProfile,
      { id: "a", description: "", goal_template: { description: "x" }, toolset: [] },
      {
        enabled: true,
        autonomy_level: 0,
        on_pending: "draft",
        limits: {
          max_runs_per_day: 3,
          min_interval_seconds: 1800,
          max_concurrent_runs: 1,
          planner_limits: { max_steps: 4 },
        },
      },
    ],
    [
      AgentProfile,
      { ...agent, triggers: { time: [{ cron: "0 2 * * *" }] } },
      { triggers: { time: [{ timezone: "UTC", overlap: "skip", catchup: "none" }], events: [], state: [] } },
    ],
  ])("are those of the contract (%#)", (schema, value, expected) => {
    expect(parseWith(schema, value)).toMatchObject({ ok: true, value: expected });
  });
});

/** A copy with one place changed. */
function put(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  const here = atPointer(value, `/${key}`);
  if (Array.isArray(value)) return value.map((item: unknown, at) => (String(at) === key ? put(item, rest, to) : item));
  return { ...(value as object), [key]: put(here, rest, to) }; // the pointers of the table lead through objects and lists
}

it("defaults that are written out do not change the hashes of a plan", () => {
  const [step] = determinismExamples.output.plan.steps;
  const written = { ...step, depends_on: [], on_error: "abort", retry_count: 3, output_key: step?.step_id };
  const plans = [step, written].map((one) => toPlan(SkillPlan.parse({ steps: [one] })));
  expect(new Set(plans.map(structureHash)).size).toBe(1);
});
