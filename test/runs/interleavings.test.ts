import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/plan/plan.ts";
import type { Choice } from "../../src/ports/fact.ts";
import { hasEnded } from "../../src/ports/run.ts";
import type { Wait } from "../../src/ports/wait.ts";
import { tenant } from "../support/runs-world.ts";
import { createCrashingWorld, type CrashingWorld } from "./support/crashing-world.ts";
import { type ScriptEvent, plans, scripts } from "./support/script.ts";

const parallel = 2;

async function happen(world: CrashingWorld, runId: string, happening: ScriptEvent): Promise<void> {
  switch (happening.kind) {
    case "answer":
      world.outside.answer(happening.at, happening.how);
      break;
    case "pass":
      world.clock.advance(happening.ms);
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

/** The operator tells the truth about effects; about failures anything goes. */
async function decideAll(world: CrashingWorld, choice: "retry" | "skip" | "abort"): Promise<void> {
  for (const wait of await world.runs().waits(tenant))
    await world
      .runs()
      .decide({ tenant, waitId: wait.id }, wait.kind === "effect" ? truth(world, wait) : { choice }, "op");
}

function truth(world: CrashingWorld, { effectKey = "" }: Wait): Choice {
  return world.outside.has(effectKey) ? { choice: "done", output: effectKey } : { choice: "resend" };
}

/** From here on all goes well, until the run has ended. */
async function comeToAnEnd(world: CrashingWorld, runId: string): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const run = await world.store.run(tenant, runId);
    if (run !== undefined && hasEnded(run) && world.outside.pending() === 0) return;
    while (world.outside.pending() > 0) world.outside.answer(0, "ok");
    await world.quiet();
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
  if (new Set(world.outside.deeds).size !== world.outside.deeds.length)
    wrong.push(`an effect happened twice: ${world.outside.deeds.join(" ")}`);
  if (world.outside.mostAtOnce() > parallel) wrong.push(`${world.outside.mostAtOnce()} at once`);
  for (const [at, row] of view.rows.entries()) {
    const step = plan.steps[at];
    const key = `run:${runId}:step:${row.step_id}`;
    const writes = step?.kind === "tool" && step.tool !== "read";
    if (row.ok && writes && !world.outside.has(key)) wrong.push(`${row.step_id} is ok and nothing happened`);
    const blocked = step?.dependsOn.some((id) => view.rows.find((other) => other.step_id === id)?.ok !== true);
    if (blocked === true && world.outside.called.includes(row.step_id))
      wrong.push(`${row.step_id} ran before its dependencies`);
  }
  for (const { unit, state } of await world.store.effects(tenant, runId))
    if (state === "unknown" && !view.journal.some(({ fact, key }) => fact.kind === "decision" && key.startsWith(unit)))
      wrong.push(`nobody was asked about the unknown effect of ${unit}`);
  if ((await world.store.waits(tenant, "open")).length > 0) wrong.push("a wait is left open");
  if ((await world.store.jobs.due(Number.MAX_SAFE_INTEGER, 9)).length > 0) wrong.push("a job is left");
  const replayed = await world.runs().replay({ tenant, runId, mode: "mock_replay", caller: "test" });
  if (!replayed.ok || !replayed.value.matches) wrong.push(`the journal does not replay: ${JSON.stringify(replayed)}`);
  return wrong;
}

describe("interleavings", () => {
  it("keep the invariants in 10,000 mixes of failures, lost answers, cancels, decisions, delays and crashes", async () => {
    await fc.assert(
      fc.asyncProperty(plans, scripts, async (plan, script) => {
        const world = createCrashingWorld(parallel);
        await world.boot();
        const made = await world.runs().create({ tenant, caller: "test", plan });
        if (!made.ok) throw new Error("not created");
        await world.quiet();
        for (const happening of script) await happen(world, made.value.id, happening);
        await comeToAnEnd(world, made.value.id);
        expect(await wrongIn(world, made.value.id, plan)).toEqual([]);
      }),
      { seed: 20250115, numRuns: 10_000 },
    );
  }, 1_800_000);
});
