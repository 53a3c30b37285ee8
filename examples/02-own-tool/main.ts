import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, isPlannerError, openPlanwright, unwrapOrThrow, planRequest, toolSpecOf } from "planwright";
import { z } from "zod";

const shelf = new Map([
  ["A-17", 3],
  ["B-02", 40],
]);

/** Reads. Arguments and answer are checked against the schemas on every call, whoever makes it. */
const stock = defineTool({
  name: "stock_of_part",
  description: "How many pieces of a part are in stock.",
  input: z.strictObject({ part: z.string().describe("part number") }),
  output: z.strictObject({ part: z.string(), pieces: z.int() }),
  effect: "read",
  run: ({ part }) => ({ part, pieces: shelf.get(part) ?? 0 }),
});

/** Writes, and keeps the key of the effect: the same key twice orders once (`keyed`). */
const orders = new Map<string, string>();
const order = defineTool({
  name: "order_part",
  description: "Order pieces of a part from its vendor.",
  input: z.strictObject({ part: z.string().describe("part number"), quantity: z.int().min(1) }),
  effect: "additive",
  retryClass: "keyed",
  run({ part, quantity }, { effectKey = "" }) {
    if (!orders.has(effectKey)) orders.set(effectKey, `${quantity} × ${part}`);
    return { ordered: orders.get(effectKey) ?? "" };
  },
});

const dataFolder = mkdtempSync(join(tmpdir(), "planwright-"));
const { verbs, planning, runs, start, stop } = unwrapOrThrow(
  await openPlanwright({ dataFolder, tools: [stock, order] }),
);
const toolbox = [stock, order].map(({ spec }) => toolSpecOf(spec));
await start();
for (const goal of ["how many pieces of part A-17 are in stock?", "order 20 pieces of part A-17"]) {
  const answer = await planning.plan("grammar", planRequest({ goal, toolbox }));
  assert(!isPlannerError(answer), "both requests name a tool and its arguments");
  const { id: runId } = unwrapOrThrow(await runs.create({ tenant: "local", caller: "example", plan: answer.plan }));
  await runs.settled({ tenant: "local", runId });
  // A write waits until a person approves exactly this call.
  for (const { id: waitId, call } of await runs.waits("local")) {
    console.log(`approved: ${call?.verb} ${JSON.stringify(call?.args)}`);
    unwrapOrThrow(await runs.decide({ tenant: "local", waitId }, { choice: "approve" }, "ann"));
    await runs.settled({ tenant: "local", runId });
  }
  const view = await runs.view({ tenant: "local", runId });
  console.log(`${goal}\n  ${view?.run.status}: ${JSON.stringify(view?.rows[0]?.output)}`);
}

// Whatever a caller sends, a tool only ever sees what fits its schema.
const call = { verb_id: "order_part", payload: { part: "A-17", quantity: -1 }, request_id: "r1", caller: "example" };
const refused = await verbs.execute(call, { signal: AbortSignal.timeout(5000), tenant: "local" });
console.log(`order -1 pieces\n  ${refused.error?.code}: ${refused.error?.message}`);
await stop();
assert.deepEqual([...orders.values()], ["20 × A-17"]);
assert.equal(refused.error?.code, "invalid_payload");
