import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openPlanwright, unwrapOrThrow } from "planwright";

// Without a planwright.yaml there are the demo tools, and the profiles of the folder agents/.
const dataFolder = mkdtempSync(join(tmpdir(), "planwright-"));
const { agents, start, stop } = unwrapOrThrow(await openPlanwright({ folder: import.meta.dirname, dataFolder }));
const tenant = "local";
const patience = AbortSignal.timeout(60_000);
const shelf = { tenant, id: "agent.low_stock" };
await start();
for (const { id, autonomy_level } of (await agents.list(tenant)).agents) console.log(`${id}, level ${autonomy_level}`);

// The agent looks when the number of bolts falls below ten: once at the crossing, not at every value below it, and not
// twice within a minute. Whatever it does or leaves, it can say why.
for (const [at, value] of [25, 7, 6, 25, 4].entries()) {
  await agents.setState(tenant, { path: "stock.bolts", value });
  await until(async () => ((await decisions()).length > at ? true : undefined));
}
console.log("why agent.low_stock?");
const seen = await decisions();
for (const { says } of seen)
  console.log(`  ${says.replace(/^.*?:\d\d \S+: /, "").replace(/ \(\w+-[\w-]+\)|, until .*/, "")}`);
assert.deepEqual(
  seen.map(({ outcome }) => outcome),
  ["skipped", "fired", "skipped", "skipped", "skipped"],
);

// A run leaves a record, and what it found as a notice to its owner.
const notice = await until(async () => (await agents.notices(tenant, { limit: 5 })).notices[0]);
console.log(`notice of ${notice.agent_id}: ${notice.text.slice(0, 60)}…`);
const runs = await until(async () => (await agents.runs(shelf, { limit: 5 }))?.runs);
assert.deepEqual(
  runs.map(({ status }) => status),
  ["success"],
);
await stop();

async function decisions() {
  return (await agents.decisions(shelf, { limit: 10 }))?.decisions.toReversed() ?? [];
}

/** Work goes on beside us: looks until there is something, and fails where it takes a minute. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(20, undefined, { signal: patience });
  }
}
