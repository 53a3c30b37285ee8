import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPlanwright, unwrapOrThrow } from "planwright";

// A plan with a name, versions and typed parameters. Its strings refer to them as {{params.name}}.
const plan = (words: string) => ({
  steps: [
    { id: "say", kind: "tool", tool: "echo_tool", args: { text: `${words} {{params.month}}` } },
    {
      id: "copy",
      kind: "tool",
      tool: "echo_tool",
      dependsOn: ["say"],
      args: { text: "{{say.echo}}, {{params.copies}} copies" },
    },
  ],
});
const parameters = {
  month: { type: "string" as const, description: "The month, as 2026-10" },
  copies: { type: "integer" as const, description: "How many copies", default: 2 },
};

const dataFolder = mkdtempSync(join(tmpdir(), "planwright-"));
const { savedPlans, runs, start, stop } = unwrapOrThrow(
  await openPlanwright({ folder: import.meta.dirname, dataFolder }),
);
const ann = { tenant: "local", by: "ann" };
for (const words of ["close", "close", "close the books of"]) {
  const saved = await savedPlans.put(ann, "month-end", {
    plan: plan(words),
    parameters,
    description: "Closes a month",
  });
  console.log(`saved "${words}": version ${saved.version}`);
}
for (const { kind, pointer, before, after } of (await savedPlans.diff("local", "month-end", { from: 1 })).differences)
  console.log(`  ${kind} ${pointer}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`);

await start();
const { id: runId } = await savedPlans.run(ann, "month-end", { parameters: { month: "2026-10" } });
await runs.settled({ tenant: "local", runId });
const view = await runs.view({ tenant: "local", runId });
console.log(`${view?.plan.request.text}: ${view?.run.status}`);
for (const row of view?.rows ?? []) console.log(`  ${row.step_id}: ${JSON.stringify(row.output)}`);

const wrong = await savedPlans.run(ann, "month-end", { parameters: { copies: 1.5 } }).catch((error: unknown) => error);
console.log(`without a month: ${wrong instanceof Error ? wrong.name : "started"}`);
await stop();
assert.equal(view?.run.status, "completed");
assert(wrong instanceof Error);
