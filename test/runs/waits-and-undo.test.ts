import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGraph } from "../../src/plan/graph.ts";
import { Plan } from "../../src/plan/plan.ts";
import type { Choice } from "../../src/ports/fact.ts";
import { hasEnded } from "../../src/ports/run.ts";
import type { Wait } from "../../src/ports/wait.ts";
import { tenant } from "../support/runs-world.ts";
import { createCrashingWorld, type CrashingWorld } from "./support/crashing-world.ts";
import type { Answer } from "./support/script.ts";

const ids = ["a", "b", "c", "d", "e"];

const waits = [
  { for: "duration", seconds: 30 },
  { for: "event", channel: "news", where: [{ path: "n", is: "equal", to: 1 }], timeoutSeconds: 90 },
  { for: "event", channel: "news", onTimeout: "continue", timeoutSeconds: 30 },
  { for: "event", channel: "news", since: "run", where: [{ path: "n", is: "equal", to: 1 }], timeoutSeconds: 90 },
  { for: "event", channel: "news", since: "run", onTimeout: "continue", timeoutSeconds: 30 },
  { for: "answer", question: "Go on?", choices: ["yes"], timeoutSeconds: 90 },
];

/** Steps that write and can be undone, and steps that wait. */
const plans: fc.Arbitrary<Plan> = fc
  .array(
    fc.record({
      verb: fc.constantFrom("readable", "keyed", "blind", "wait", "wait"),
      undo: fc.constantFrom("readable", "keyed", "blind", undefined),
      wait: fc.constantFrom(...waits),
      needs: fc.nat(31),
      onError: fc.constantFrom("abort", "continue", "retry"),
      escalate: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((rows) =>
    Plan.parse({
      steps: rows.map(({ verb, undo, wait, needs, ...policy }, at) => ({
        id: ids[at],
        dependsOn: ids.slice(0, at).filter((_, bit) => needs & (1 << bit)),
        ...policy,
        ...(verb === "wait"
          ? { kind: "wait", wait }
          : { kind: "tool", tool: verb, ...(undo !== undefined && { compensate: { tool: undo, retries: 1 } }) }),
      })),
    }),
  );

type RunEventCase =
  | { kind: "answer"; at: number; how: Answer }
  | { kind: "pass"; ms: number }
  | { kind: "event"; n: number }
  | { kind: "decide"; choice: "retry" | "skip" | "abort" }
  | { kind: "cancel" }
  | { kind: "crash"; arrives: boolean };

const scripts: fc.Arbitrary<RunEventCase[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("answer" as const),
        at: fc.nat(4),
        how: fc.constantFrom<Answer>("ok", "ok", "fail", "lost_before", "lost_after"),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.constantFrom(1000, 30_000, 90_000) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("event" as const), n: fc.nat(1) }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("decide" as const), choice: fc.constantFrom("retry", "skip", "abort") }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: "cancel" as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("crash" as const), arrives: fc.boolean() }) },
  ),
  { maxLength: 14 },
);

let events = 0;

async function happen(world: CrashingWorld, runId: string, happening: RunEventCase): Promise<void> {
  switch (happening.kind) {
    case "answer":
      world.outside.answer(happening.at, happening.how);
      break;
    case "pass":
      world.clock.advance(happening.ms);
      break;
    case "event":
      await publish(world, happening.n);
      break;
    case "decide":
      await decideAll(world, happening.choice);
      break;
    case "cancel":
      await world.runs().cancel({ tenant, runId }, { by: "test", reason: "" });
      break;
    case "crash":
      await world.crash(happening.arrives);
      break;
    default:
      happening satisfies never;
  }
  await world.quiet();
}

async function publish(world: CrashingWorld, n: number): Promise<void> {
  const event = { channel: "news", id: `e${(events += 1)}`, payload: { n }, at: world.clock.now() };
  await world.runs().deliverEvent(tenant, event);
  // The bus may deliver it again.
  await world.runs().deliverEvent(tenant, event);
}

/** The operator tells the truth about effects, and does not give a compensation up. */
async function decideAll(world: CrashingWorld, choice: "retry" | "skip" | "abort"): Promise<void> {
  for (const wait of await world.runs().waits(tenant))
    await world.runs().decide({ tenant, waitId: wait.id }, choiceFor(world, wait, choice), "op");
}

function choiceFor(world: CrashingWorld, wait: Wait, choice: "retry" | "skip" | "abort"): Choice {
  const { kind, effectKey: key = "", undo } = wait;
  if (kind === "answer") return { choice: "answer", answer: "yes" };
  if (kind === "effect") return world.outside.has(key) ? { choice: "done", output: key } : { choice: "resend" };
  return { choice: undo === true ? "retry" : choice };
}

async function comeToAnEnd(world: CrashingWorld, runId: string): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const run = await world.store.run(tenant, runId);
    if (run !== undefined && hasEnded(run) && world.outside.pending() === 0) return;
    await publish(world, 1);
    while (world.outside.pending() > 0) world.outside.answer(0, "ok");
    await world.quiet();
    // The clock moves before a retried call starts, or it would time out in every round.
    await decideAll(world, "retry");
    world.clock.advance(61_000);
    await world.quiet();
  }
  throw new Error("the run does not end");
}

async function wrongIn(world: CrashingWorld, runId: string, plan: Plan): Promise<string[]> {
  const wrong: string[] = [];
  const view = await world.runs().view({ tenant, runId });
  if (view === undefined) return ["the run is gone"];
  const { deeds } = world.outside;
  if (new Set(deeds).size !== deeds.length) wrong.push(`an effect happened twice: ${deeds.join(" ")}`);
  const mustUndo = view.run.status === "failed" || view.run.status === "cancelled";
  for (const step of plan.steps) {
    const key = `run:${runId}:step:${step.id}`;
    const undone = deeds.includes(`${key}:undo`);
    const isConfirmed = (await world.store.effect(tenant, key))?.state === "confirmed";
    if (undone && !deeds.includes(key)) wrong.push(`${step.id} was undone and never done`);
    if (undone !== (mustUndo && step.compensate !== undefined && isConfirmed))
      wrong.push(
        `${step.id} ${undone ? "was" : "was not"} undone in a run that is ${view.run.status}: ${deeds.join(" ")}`,
      );
  }
  if (!isReverse(plan, deeds)) wrong.push(`undone in the wrong order: ${deeds.join(" ")}`);
  if ((await world.store.waits(tenant, "open")).length > 0) wrong.push("a wait is left open");
  if ((await world.store.records({ tenant, kind: "runs.subscription", limit: 9 })).length > 0)
    wrong.push("a subscription is left");
  if ((await world.store.records({ tenant, kind: "runs.buffer", limit: 9 })).length > 0) wrong.push("a buffer is left");
  const taken = plan.steps.flatMap((step, at) =>
    step.kind === "wait" && step.wait.for === "event" && step.wait.since === "run"
      ? eventIn(view.rows[at]?.output)
      : [],
  );
  if (new Set(taken).size !== taken.length) wrong.push(`a buffered event ended two waits: ${taken.join(" ")}`);
  if ((await world.store.jobs.due(Number.MAX_SAFE_INTEGER, 9)).length > 0) wrong.push("a job is left");
  const replayed = await world.runs().replay({ tenant, runId, mode: "mock_replay", caller: "test" });
  if (!replayed.ok || !replayed.value.matches) wrong.push(`the journal does not replay: ${JSON.stringify(replayed)}`);
  return wrong;
}

/** The id of the event that ended a wait. */
function eventIn(output: unknown): string[] {
  const [, id] = /"id":"(e\d+)"/.exec(JSON.stringify(output ?? null)) ?? [];
  return id === undefined ? [] : [id];
}

/** No step is undone before one that depends on it. */
function isReverse(plan: Plan, deeds: readonly string[]): boolean {
  const graph = createGraph(plan.steps);
  const undone = deeds.flatMap((key) => {
    const [, id] = /:step:(\w+):undo$/.exec(key) ?? [];
    return id === undefined ? [] : [graph.positions.get(id) ?? 0];
  });
  return undone.every((step, at) => undone.slice(at + 1).every((later) => !graph.dependsOn(later, step)));
}

describe("waits and compensations", () => {
  it("undo each confirmed effect once and no other, in 10,000 mixes of events, answers, cancels, failures and crashes", async () => {
    await fc.assert(
      fc.asyncProperty(plans, scripts, async (plan, script) => {
        const world = createCrashingWorld(2);
        await world.boot();
        const made = await world.runs().create({ tenant, caller: "test", plan });
        if (!made.ok) throw new Error("not created");
        await world.quiet();
        for (const happening of script) await happen(world, made.value.id, happening);
        await comeToAnEnd(world, made.value.id);
        expect(await wrongIn(world, made.value.id, plan)).toEqual([]);
      }),
      { seed: 20260301, numRuns: 10_000 },
    );
  }, 1_800_000);
});
