import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { defineTool, openPlanwright, Plan, unwrapOrThrow } from "planwright";
import { createFakeClock } from "planwright/testing";
import { z } from "zod";

const paid: string[] = [];
const pay = defineTool({
  name: "pay_invoice",
  description: "Pay an invoice.",
  input: z.strictObject({ to: z.string() }),
  effect: "destructive",
  run({ to }) {
    paid.push(to);
    return { paid: true };
  },
});

// The clock is ours, so that a working day passes at once. planwright.yaml says who is asked, and when.
const clock = createFakeClock(Date.parse("2026-03-02T09:00:00Z"));
const dataFolder = mkdtempSync(join(tmpdir(), "planwright-"));
const opened = await openPlanwright({ folder: import.meta.dirname, dataFolder, clock, tools: [pay] });
const { runs, start, stop } = unwrapOrThrow(opened);
const tenant = "local";
await start();

const ask = async (to: string): Promise<string> => {
  const plan = Plan.parse({ steps: [{ id: "pay", kind: "tool", tool: "pay_invoice", args: { to } }] });
  const { id: runId } = unwrapOrThrow(await runs.create({ tenant, caller: "example", plan }));
  await runs.settled({ tenant, runId });
  return runId;
};
const asked = async () => (await runs.waits(tenant))[0];
const at = (): string => new Date(clock.now()).toISOString().slice(5, 16).replace("T", " ");
const pass = (hours: number): void => clock.advance(hours * 3_600_000);

const first = await ask("ACME");
console.log(`${at()} asked: ${(await asked())?.followUp?.assignee}`);
pass(1);
await until(async () => (await asked())?.followUp?.remindedAt);
console.log(`${at()} reminded: ${(await asked())?.followUp?.assignee}`);
pass(3);
const handed = await until(async () => (await asked())?.followUp?.handOvers?.[0]);
console.log(`${at()} handed over to ${handed.to} by ${handed.by}`);
const open = await asked();
const decision = { choice: "approve", reason: "the goods arrived" } as const;
unwrapOrThrow(await runs.decide({ tenant, waitId: open?.id ?? "" }, decision, "boris"));
await show(first);

const second = await ask("Nobody Ltd");
pass(48);
await show(second);
await stop();
assert.deepEqual(paid, ["ACME"]);

/** Who decided what, and why: the wait keeps it for the run and the audit. */
async function show(runId: string): Promise<void> {
  const run = await until(async () => {
    const settled = await runs.settled({ tenant, runId });
    return settled?.status === "waiting" ? undefined : settled;
  });
  const [wait] = (await runs.view({ tenant, runId }))?.waits ?? [];
  assert(wait?.state === "decided");
  console.log(`${at()} ${wait.decision.choice} by ${wait.by}, "${wait.decision.reason}": ${run.status}`);
}

/** Work goes on beside us: looks until there is something, and calls timers that were set for a time that has passed. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await setTimeout(20);
    clock.advance(0);
  }
}
