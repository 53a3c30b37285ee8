import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  contentHashFull,
  defineTool,
  isPlannerError,
  openPlanwright,
  unwrapOrThrow,
  planRequest,
  recordTo,
  replayFrom,
  systemClock,
  toolSpecOf,
} from "planwright";
import { z } from "zod";

const isRecording = process.argv.includes("--record");
const tape = join(import.meta.dirname, "calls.jsonl");
const goldenFile = join(import.meta.dirname, "golden.json");
const Golden = z.strictObject({ plan: z.string(), outputs: z.array(z.json()) });

let callsMade = 0;
/** Somebody else's service, whose answer is another one every day. */
const rate = defineTool({
  name: "exchange_rate",
  description: "Exchange rate of a currency to the euro.",
  input: z.strictObject({ currency: z.string().describe("three-letter code, for example USD") }),
  effect: "read",
  run: ({ currency }) => ({ currency, rate: 1 + Math.random(), call: (callsMade += 1) }),
});

const dataFolder = mkdtempSync(join(tmpdir(), "planwright-"));
const cassette = unwrapOrThrow(isRecording ? recordTo(tape, systemClock) : replayFrom(tape));
const { planning, runs, start, stop } = unwrapOrThrow(await openPlanwright({ dataFolder, tools: [rate], cassette }));
await start();

const goal = "what is the exchange rate of USD?";
const answer = await planning.plan("grammar", planRequest({ goal, toolbox: [toolSpecOf(rate.spec)] }));
assert(!isPlannerError(answer), "the tool fits the request");
const { id: runId } = unwrapOrThrow(await runs.create({ tenant: "local", caller: "ci", plan: answer.plan }));
await runs.settled({ tenant: "local", runId });
const view = await runs.view({ tenant: "local", runId });
assert.equal(view?.run.status, "completed");
const found = { plan: contentHashFull(answer.plan.steps), outputs: view.rows.map(({ output = null }) => output) };
const replay = unwrapOrThrow(await runs.replay({ tenant: "local", runId, mode: "mock_replay", caller: "ci" }));
await stop();

if (isRecording) writeFileSync(goldenFile, `${JSON.stringify(found, null, 2)}\n`);
const golden = Golden.parse(JSON.parse(readFileSync(goldenFile, "utf8")));
assert.equal(found.plan, golden.plan, "the same words give the same steps, byte for byte");
assert.deepEqual(found.outputs, golden.outputs, "every call is answered from the tape");
assert.deepEqual([replay.matches, callsMade], [true, isRecording ? 1 : 0]);
console.log(`plan ${found.plan.slice(0, 16)}, as in golden.json`);
console.log(`outputs as in golden.json, with ${callsMade} calls to the service`);
console.log(`replay of the run: ${replay.steps_compared} step compared, matches`);
