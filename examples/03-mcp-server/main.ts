import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPlannerError, openPlanwright, unwrapOrThrow, planRequest, toolSpecOf } from "planwright";

// planwright.yaml beside this file names the server; planwright.pins.json holds what was accepted of it.
const dataFolder = mkdtempSync(join(tmpdir(), "planwright-"));
const opened = unwrapOrThrow(await openPlanwright({ folder: import.meta.dirname, dataFolder }));
const { verbs, planning, runs, toolbox, start, stop } = opened;
assert.deepEqual(toolbox.problems, []);

// 1. The server's tools are verbs like any other, and words find them.
const offered = verbs.list("local").filter(({ source }) => source === "mcp:notes");
for (const { name, effect, description } of offered) console.log(`${name} (${effect}): ${description}`);
await start();
for (const goal of ['add the note "The spare key is with Ann"', 'find notes with the word "key"']) {
  const answer = await planning.plan("grammar", planRequest({ goal, toolbox: offered.map(toolSpecOf) }));
  assert(!isPlannerError(answer), "the server has a tool for each of these");
  const { id: runId } = unwrapOrThrow(await runs.create({ tenant: "local", caller: "example", plan: answer.plan }));
  await runs.settled({ tenant: "local", runId });
  const view = await runs.view({ tenant: "local", runId });
  assert.equal(view?.run.status, "completed");
  console.log(`\n${goal}\n  ${view.rows.map(({ tool, output }) => `${tool}: ${JSON.stringify(output)}`).join("\n  ")}`);
}

// 2. A server that nobody has pinned may be read from and not written to.
const payload = { text: "written by a stranger" };
const call = { verb_id: "stranger.add_note", payload, request_id: "r1", caller: "example" };
const refused = await verbs.execute(call, { signal: AbortSignal.timeout(20_000), tenant: "local" });
console.log(`\nstranger.add_note\n  ${refused.error?.code}: ${refused.error?.message}`);
assert.equal(refused.ok, false);
await stop();
