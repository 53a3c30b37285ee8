import { describe, expect, it } from "vitest";
import type { PlannerInput, PlannerResult } from "../../contracts/determinism/planner.ts";
import { pyStrip } from "../../plan/normalise.ts";
import type { PlannerInterface } from "../../ports/planner.ts";
import { plannerSuite } from "./planner-suite.ts";
import { type CheckName, checkNames, formatReport } from "./report.ts";
import { testPlanner } from "./test-planner.ts";

const cases = [
  {
    name: "fetch a quote",
    input: {
      agent_id: "kit",
      goal: "Fetch quote Q-0192",
      tool_manifest: [
        { skill_id: "quote_lookup", name: "Quote lookup" },
        { skill_id: "send_mail", name: "Send mail" },
      ],
    },
  },
];

type Parts = {
  id?: string;
  version?: string;
  mode?: "full" | "structural" | "none";
  deterministic?: boolean;
  /** The parameters of the one step, from the goal as it was typed. */
  params?: (goal: string, input: PlannerInput, now: number) => Record<string, string | number>;
  skill?: (input: PlannerInput) => string;
  before?: (input: PlannerInput) => void;
  after?: (result: PlannerResult) => unknown;
};

/** A planner that keeps the contract, but for the part that is handed in. */
function planner(parts: Parts = {}): PlannerInterface {
  const mode = parts.mode ?? "full";
  return {
    planner_id: parts.id ?? "sound",
    version: parts.version ?? "1.0.0",
    get_determinism_mode: () => mode,
    async plan(input, { clock }) {
      parts.before?.(input);
      if (typeof input?.goal !== "string" || !/[\p{L}\p{N}]/u.test(input.goal)) return invalidGoal;
      const goal = pyStrip(input.goal).slice(0, 1000);
      const params = parts.params?.(goal, input, clock.now()) ?? { id: /q-\d+/i.exec(goal)?.[0] ?? goal.slice(0, 20) };
      const skill = parts.skill?.(input) ?? "quote_lookup";
      const step = { step_id: "s1", skill, params, depends_on: [], on_error: "abort" as const, retry_count: 3 };
      const deterministic = parts.deterministic ?? mode === "full";
      const result = { plan: { steps: [step], metadata: {} }, metadata: {}, deterministic };
      return (parts.after?.(result) ?? result) as PlannerResult; // broken on purpose
    },
  };
}

const invalidGoal = { code: "PLANNER_INVALID_GOAL", message: "no word", retryable: false, details: {} } as const;

async function failedChecks(broken: PlannerInterface, mode?: "full" | "structural" | "none"): Promise<CheckName[]> {
  const report = await testPlanner(broken, cases, mode === undefined ? {} : { mode });
  return report.checks.filter(({ verdict }) => verdict === "failed").map(({ check }) => check);
}

describe("the determinism kit", () => {
  let count = 0;
  const fresh = (): number => (count += 1);

  it.each([["full"], ["structural"], ["none"]] as const)("passes a sound planner in mode %s", async (mode) => {
    const params = mode === "full" ? undefined : () => ({ id: fresh() });
    const report = await testPlanner(planner({ mode, ...(params && { params }) }), cases, { mode });
    expect(formatReport(report)).not.toContain("failed");
    expect(report.passed).toBe(true);
  });

  it.each<[CheckName, PlannerInterface]>([
    ["identity", planner({ version: "one" })],
    ["identity", planner({ id: " " })],
    [
      "never_throws",
      planner({
        before: (input) => {
          if (typeof input?.goal !== "string") throw new TypeError("goal");
        },
      }),
    ],
    ["output_shape", planner({ after: (result) => ({ ...result, note: "extra" }) })],
    ["output_shape", planner({ after: () => "a plan, in prose" })],
    ["declared_mode", planner({ deterministic: false })],
    ["declared_mode", planner({ mode: "structural", deterministic: true })],
    ["clock_independent", planner({ params: (_, __, now) => ({ now }) })],
    ["normalisation", planner({ params: (goal) => ({ length: goal.includes("quote") ? 1 : 2 }) })],
    ["identifier_case", planner({ params: (goal) => ({ id: (/q-\d+/i.exec(goal)?.[0] ?? "").toLowerCase() }) })],
    ["manifest_order", planner({ skill: ({ tool_manifest }) => JSON.stringify(tool_manifest?.[0]) })],
    ["irrelevant_tool", planner({ params: (_, { tool_manifest }) => ({ tools: tool_manifest?.length ?? 0 }) })],
    [
      "input_untouched",
      planner({
        before: (input) => {
          if (typeof input?.goal === "string") input.goal += " ";
        },
      }),
    ],
  ])("%s, and only it, fails for a planner that breaks it", async (check, broken) => {
    expect(await failedChecks(broken)).toEqual([check]);
  });

  it("repeatable fails for a planner that is not what it declares", async () => {
    const random = planner({ params: () => ({ id: fresh() }) });
    expect(await failedChecks(random)).toContain("repeatable");
    const wandering = planner({ mode: "structural", skill: () => `skill_${fresh()}` });
    expect(await failedChecks(wandering)).toContain("repeatable");
  });

  it("declared_mode fails when the mode is weaker than the registered one", async () => {
    expect(await failedChecks(planner({ mode: "structural" }), "full")).toEqual(["declared_mode"]);
  });

  it("gives a test runner one test a check, and a failed one names the case", async () => {
    const tests = new Map<string, () => Promise<void>>();
    const runner = {
      describe: (_: string, body: () => void) => body(),
      it: (name: string, body: () => Promise<void>) => tests.set(name, body),
    };
    plannerSuite(runner, planner({ deterministic: false }), { cases });
    expect([...tests.keys()]).toEqual([...checkNames]);
    await expect(tests.get("identity")?.()).resolves.toBeUndefined();
    await expect(tests.get("declared_mode")?.()).rejects.toThrow("fetch a quote: mode full");
  });
});
