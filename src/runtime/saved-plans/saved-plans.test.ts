import { describe, expect, it } from "vitest";
import { openRunsWorld, tenant } from "../../../test/support/runs-world.ts";
import { createFakeIds } from "../../testing/fake-ids.ts";
import { SavedPlanInput } from "../../contracts/api/plans.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { createChildPlans, createSavedPlans } from "./saved-plans.ts";

const read = { run: (payload: object) => ({ ...payload }), inputSchema: { type: "object" } as const };
const by = { tenant, by: "ann" };

async function open() {
  const late = { world: undefined as Awaited<ReturnType<typeof openRunsWorld>> | undefined };
  const childPlans: ReturnType<typeof createChildPlans> = (wanted) => {
    const { world } = late;
    if (world === undefined) throw new Error("not open");
    return createChildPlans({ store: () => world.store, verbs: world.verbs })(wanted);
  };
  const world = await openRunsWorld({ read }, { childPlans });
  late.world = world;
  return { world, plans: createSavedPlans({ ...world, ids: createFakeIds("approval") }) };
}

const monthEnd = (title: string) =>
  SavedPlanInput.parse({
    description: "Closes a month",
    parameters: {
      month: { type: "string", description: "YYYY-MM" },
      copies: { type: "integer", default: 2, choices: [1, 2, 3] },
    },
    plan: {
      steps: [
        {
          id: "a",
          kind: "tool",
          tool: "read",
          args: { title: `${title} {{params.month}}`, copies: "{{params.copies}}" },
        },
        { id: "b", kind: "tool", tool: "read", dependsOn: ["a"], args: { of: "{{a.title}} {{params.month}}" } },
      ],
    },
  });

async function refusal(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PlanwrightError)) throw new Error(`not refused: ${String(error)}`);
  return [error.code, ...(error.issues ?? []).map(({ code, pointer }) => `${code} ${pointer}`)];
}

describe("saved plans", () => {
  it("count a version only when something differs, keep their owner, and can be compared", async () => {
    const { plans } = await open();
    expect(await plans.put(by, "month-end", monthEnd("Close"))).toMatchObject({ version: 1, owner: "ann" });
    expect(await plans.put({ tenant, by: "bob" }, "month-end", monthEnd("Close"))).toMatchObject({ version: 1 });
    const second = await plans.put({ tenant, by: "bob" }, "month-end", monthEnd("Finish"));
    expect(second).toMatchObject({ version: 2, owner: "ann", saved_by: "bob" });
    expect(await plans.get(tenant, "month-end", 1)).toMatchObject({ version: 1 });
    const diff = await plans.diff(tenant, "month-end", { from: 1 });
    expect(diff).toMatchObject({
      from: 1,
      to: 2,
      differences: [{ kind: "changed", pointer: "/plan/steps/0/args/title" }],
    });
    expect((await plans.list(tenant, { limit: 9 })).plans.map(({ name, version }) => [name, version])).toEqual([
      ["month-end", 2],
    ]);
    expect((await plans.list("other", { limit: 9 })).plans).toEqual([]);
    expect(await refusal(plans.get("other", "month-end"))).toEqual(["NOT_FOUND"]);
  });

  it("run with defaults and given values, which keep their types", async () => {
    const { world, plans } = await open();
    await plans.put(by, "month-end", monthEnd("Close"));
    const { id } = await plans.run(by, "month-end", { parameters: { month: "2026-10" } });
    await world.settle();
    const view = await world.runs.view({ tenant, runId: id });
    expect(view?.rows.map(({ output }) => output)).toEqual([
      { title: "Close 2026-10", copies: 2 },
      { of: "Close 2026-10 2026-10" },
    ]);
    expect(view?.plan.request.text).toBe("month-end v1 copies=2 month=2026-10");
  });

  it("refuse values that do not fit, name every one, and never take a value for a reference", async () => {
    const { plans } = await open();
    await plans.put(by, "month-end", monthEnd("Close"));
    const run = (parameters: Record<string, string | number>) => refusal(plans.run(by, "month-end", { parameters }));
    expect(await run({})).toEqual(["INVALID_INPUT", "INVALID_PARAMETER /parameters/month"]);
    expect(await run({ month: "x", copies: 9 })).toEqual(["INVALID_INPUT", "INVALID_PARAMETER /parameters/copies"]);
    expect(await run({ month: "x", year: 1 })).toEqual(["INVALID_INPUT", "INVALID_PARAMETER /parameters/year"]);
    expect(await run({ month: "{{a.title}}" })).toEqual(["INVALID_INPUT", "INVALID_PARAMETER /parameters/month"]);
  });

  it("never take two values together for a reference", async () => {
    const { plans } = await open();
    const step = (id: string, of: string, dependsOn: string[]) => ({
      id,
      kind: "tool",
      tool: "read",
      args: { of },
      dependsOn,
    });
    const text = { type: "string" as const, description: "" };
    const steps = [step("a", "x", []), step("b", "{{params.p}}{{params.q}} {{a.of}}", ["a"])];
    await plans.put(by, "pair", { description: "", parameters: { p: text, q: text }, plan: { steps } });
    const run = (p: string, q: string) => plans.run(by, "pair", { parameters: { p, q } });
    expect(await refusal(run("{", "{a.of}}"))).toEqual(["INVALID_INPUT", "INVALID_PARAMETER /parameters"]);
    expect(await run("{", "a.of}}")).toMatchObject({ tenant });
  });

  it.each([
    { type: "integer" as const, default: "2" },
    { type: "string" as const, default: "c", choices: ["a", "b"] },
    { type: "date" as const, default: "2026-02-30" },
    { type: "number" as const, choices: ["one"] },
    { type: "string" as const, default: "{{a.title}}" },
  ])("refuse a default or a choice that no run could use: %j", async (parameter) => {
    const { plans } = await open();
    const parameters = { ...monthEnd("Close").parameters, x: { description: "", ...parameter } };
    const found = await refusal(plans.put(by, "month-end", { ...monthEnd("Close"), parameters }));
    expect(found).toEqual(["INVALID_PLAN", "INVALID_PARAMETER /parameters/x"]);
  });

  it("refuse a day that is not in the calendar", async () => {
    const { plans } = await open();
    const parameters = { ...monthEnd("Close").parameters, day: { type: "date" as const, description: "" } };
    await plans.put(by, "month-end", { ...monthEnd("Close"), parameters });
    const run = (day: string) => plans.run(by, "month-end", { parameters: { month: "x", day } });
    expect(await refusal(run("2026-02-30"))).toEqual(["INVALID_INPUT", "INVALID_PARAMETER /parameters/day"]);
    expect(await run("2028-02-29")).toMatchObject({ tenant });
  });

  it("are refused when they refer to a parameter that is not declared", async () => {
    const { plans } = await open();
    const input = { ...monthEnd("Close"), parameters: {} };
    const found = await refusal(plans.put(by, "month-end", input));
    expect(found).toContain("REFERENCE_PATH /steps/0/args/title");
  });

  it("run as a step of another plan", async () => {
    const { world, plans } = await open();
    await plans.put(by, "month-end", monthEnd("Close"));
    const { id } = await world.run([
      { id: "m", kind: "plan", plan: "month-end", parameters: { month: "2026-10" } },
      { id: "n", kind: "plan", plan: "nothing", onError: "continue" },
    ]);
    const view = await world.runs.view({ tenant, runId: id });
    expect(view?.rows[0]?.output).toMatchObject({ results: { a: { title: "Close 2026-10", copies: 2 } } });
    expect(view?.rows[1]).toMatchObject({ ok: false, reason: "plan_missing" });
  });
});
