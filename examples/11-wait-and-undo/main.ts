import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { defineTool, hasEnded, openPlanwright, Plan, ToolError, unwrapOrThrow } from "planwright";
import { z } from "zod";

const done: string[] = [];
const write = (name: string, run = (): Promise<{ id: string }> => Promise.resolve({ id: `${name}-1` })) =>
  defineTool({
    name,
    description: `${name} an item`,
    input: z.strictObject({ value: z.string() }),
    effect: "additive",
    run({ value }) {
      done.push(`${name} ${value}`);
      return run();
    },
  });
const ship = write("ship", () => Promise.reject(new ToolError("refused", "the carrier refused the parcel")));

// The shelf is reserved, the run waits for the payment, then it ships. Shipping fails: the reservation is undone.
const plan = Plan.parse({
  steps: [
    {
      id: "reserve",
      kind: "tool",
      tool: "reserve",
      args: { value: "bolts" },
      compensate: { tool: "release", args: { value: "{{reserve.id}}" } },
    },
    {
      id: "payment",
      kind: "wait",
      dependsOn: ["reserve"],
      wait: {
        for: "event",
        channel: "payments",
        where: [{ path: "order", is: "equal", to: "o-7" }],
        timeoutSeconds: 86_400,
      },
    },
    {
      id: "ship",
      kind: "tool",
      tool: "ship",
      dependsOn: ["payment"],
      args: { value: "{{payment.event.payload.order}}" },
    },
  ],
});

const tools = [write("reserve"), write("release"), ship];
const { runs, agents, start, stop } = unwrapOrThrow(
  await openPlanwright({ folder: import.meta.dirname, dataFolder: mkdtempSync(join(tmpdir(), "planwright-")), tools }),
);
await start();
const tenant = "local";
const { id: runId } = unwrapOrThrow(await runs.create({ tenant, caller: "example", plan }));
const waiting = await runs.settled({ tenant, runId });
console.log(`the run: ${waiting?.status}, for an ${waiting?.status === "waiting" ? waiting.waiting.for : ""}`);

await agents.publish(tenant, { id: "p-1", channel: "payments", payload: { order: "o-6" } });
await agents.publish(tenant, { id: "p-2", channel: "payments", payload: { order: "o-7" } });
let view = await runs.view({ tenant, runId });
while (view !== undefined && !hasEnded(view.run)) {
  await setTimeout(20);
  view = await runs.view({ tenant, runId });
}
for (const { step_id, ok, error = "", undone = [] } of view?.rows ?? [])
  console.log(`  ${step_id}: ${ok ? "ok" : error}${undone.map(({ tool }) => `, undone by ${tool}`).join("")}`);
console.log(done.join(" → "));
await stop();
assert.deepEqual(done, ["reserve bolts", "ship o-7", "release reserve-1"]);
