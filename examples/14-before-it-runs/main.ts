import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, hasEnded, openPlanwright, Plan, type Tool, unwrapOrThrow } from "planwright";
import { z } from "zod";

// Two tools of a price list, each with what a call costs, in millionths of a cent.
const prices = new Map([
  ["bolts", 120],
  ["nuts", 80],
]);
const list = defineTool({
  name: "list_prices",
  description: "List the prices of some items.",
  input: z.strictObject({}),
  effect: "read",
  costMicroCents: 500_000,
  run: () => ({ items: [...prices].map(([item, price]) => ({ item, price })) }),
});
const Price = z.strictObject({ item: z.string(), price: z.number() });
const set: Tool = {
  ...defineTool({
    name: "set_price",
    description: "Set the price of an item.",
    input: Price,
    effect: "destructive",
    costMicroCents: 1_000_000,
    run({ item, price }) {
      prices.set(item, price);
      return { item, price };
    },
  }),
  async previewChange(payload) {
    const { item, price } = Price.parse(payload);
    return { before: { price: prices.get(item) ?? null }, after: { price }, isWhole: true };
  },
};

const plan = Plan.parse({
  steps: [
    { id: "list", kind: "tool", tool: "list_prices", args: {} },
    {
      id: "set",
      kind: "tool",
      tool: "set_price",
      dependsOn: ["list"],
      forEach: { over: "{{list.items}}", as: "row", limit: 5 },
      args: { item: "{{row.item}}", price: 100 },
    },
  ],
});

const dataFolder = mkdtempSync(join(tmpdir(), "planwright-"));
const opened = await openPlanwright({ folder: import.meta.dirname, dataFolder, tools: [list, set] });
const { runs, agents, reactCost, start, stop } = unwrapOrThrow(opened);
const tenant = "local";
const cents = (microCents: number): string => `${microCents / 1_000_000} ¢`;
const range = ({ least_micro_cents: least, most_micro_cents: most }: ReturnType<typeof reactCost>): string =>
  `${cents(least)} to ${cents(most)}`;

// 1. A dry run makes the reads, and shows each write with the values before and after.
const request = { tenant, caller: "example", plan };
const preview = unwrapOrThrow(await runs.preview({ ...request, signal: AbortSignal.timeout(60_000) }));
for (const { step_id, does, args, changes } of preview.steps)
  console.log(
    `${step_id}: ${does} ${JSON.stringify(args)}${changes === null ? "" : ` was ${JSON.stringify(changes.before)}`}`,
  );
console.log(`nothing was written: bolts ${prices.get("bolts")}; a run costs ${range(preview.cost)}`);

// 2. What it did cost is within the bounds.
await start();
const { id: runId } = unwrapOrThrow(await runs.create(request));
const run = await runs.settled({ tenant, runId });
assert(run !== undefined && hasEnded(run));
console.log(
  `${run.status}: bolts ${prices.get("bolts")}, nuts ${prices.get("nuts")}; the run cost ${cents(run.costMicroCents)}`,
);
assert(run.costMicroCents <= preview.cost.most_micro_cents);

// 3. Bounds also for reasoning step by step, and for a month of an agent.
console.log(`a ReAct run costs ${range(reactCost(tenant, "which price is the highest?"))}`);
const profile = {
  id: "agent.prices",
  description: "Looks at the prices every morning.",
  goal_template: { description: "list the prices" },
  toolset: ["list_prices"],
  triggers: { time: [{ cron: "0 8 * * *", timezone: "UTC" }] },
};
unwrapOrThrow(await agents.put({ tenant, id: profile.id }, profile));
const month = (await agents.detail({ tenant, id: profile.id }))?.month;
assert(month !== undefined);
console.log(`30 days of ${profile.id}: ${month.most_runs} runs, ${range(month.cost)}; so far ${month.last.runs} runs`);
await stop();
