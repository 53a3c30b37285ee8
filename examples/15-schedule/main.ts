import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openPlanwright, unwrapOrThrow } from "planwright";
import { createFakeClock } from "planwright/testing";

// The clock is ours. It is a Friday, two days before Berlin moves its clocks forward.
const clock = createFakeClock(Date.parse("2026-03-27T12:00:00Z"));
const dataFolder = mkdtempSync(join(tmpdir(), "planwright-"));
const opened = await openPlanwright({ folder: import.meta.dirname, dataFolder, clock });
const { savedPlans, planSchedules, agents, runs, start, stop } = unwrapOrThrow(opened);
const tenant = "local";
const ann = { tenant, by: "ann" };
const seen = new Set<string>();
await start();

const text = "report of {{params.day}}";
const steps = [{ id: "say", kind: "tool", tool: "echo_tool", args: { text } }];
const day = { type: "date" as const, description: "The day of the report" };
await savedPlans.put(ann, "daily", { plan: { steps }, parameters: { day }, description: "Writes the daily report" });

// 1. Every day at nine by the clocks of Berlin, but nothing starts in the quiet hours before eleven.
const schedule = await planSchedules.put(
  { ...ann, name: "daily" },
  {
    cron: "0 9 * * *",
    timezone: "Europe/Berlin",
    parameters: { day: "{{slot.date}}" },
    overlap: "skip",
    catchup: "latest",
    quiet_hours: { from: "08:00", to: "11:00", slots: "delay" },
  },
);
console.log(`next: ${schedule.next_runs.slice(0, 3).join(", ")}`);

// 2. The slot comes, and the plan runs with the day of the slot.
const agent = { tenant, id: schedule.agent_id };
for (const days of [1, 1]) {
  clock.advance(days * 86_400_000);
  console.log(`ran: ${await latest()}`);
}

// 3. Paused with a note, nothing runs. A backfill makes up for a day that was missed.
await agents.setEnabled(agent, false, { by: "ann", note: "stocktaking" });
const missedAt = clock.now();
clock.advance(86_400_000);
const [decision] = await until(async () => {
  const { decisions = [] } = (await agents.decisions(agent, { limit: 1 })) ?? {};
  return decisions[0]?.outcome === "skipped" ? decisions : undefined;
});
const { pause } = (await agents.detail(agent)) ?? {};
console.log(`${decision?.outcome}: ${decision?.reason}, by ${pause?.by}: ${pause?.note}`);
await agents.setEnabled(agent, true, { by: "ann" });
const made = await agents.backfill(agent, { from: missedAt, to: clock.now() });
console.log(`backfilled: ${await latest()}`);
await stop();
assert(Array.isArray(made));
assert.deepEqual(
  made.map(({ outcome }) => outcome),
  ["fired"],
);

/** The text of the newest run that was not shown yet, once it and the firing have ended. */
function latest(): Promise<string> {
  return until(async () => {
    const [run] = await runs.list({ tenant, limit: 1 });
    const view = run === undefined || seen.has(run.id) ? undefined : await runs.view({ tenant, runId: run.id });
    const { quota } = (await agents.detail(agent)) ?? {};
    if (view?.run.status !== "completed" || quota?.active !== 0) return undefined;
    seen.add(view.run.id);
    return JSON.stringify(view.rows[0]?.output);
  });
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
