import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, isPlannerError, openPlanwright, unwrapOrThrow, planRequest, toolSpecOf } from "planwright";
import { z } from "zod";

const loan = { book: z.string(), reader: z.string(), until: z.iso.date().optional() };
const lend = defineTool({
  name: "lend_book",
  description: "Lend a book to a reader.",
  input: z.strictObject({ ...loan, branch: z.enum(["centre", "river"]).optional() }),
  effect: "additive",
  run: ({ book }) => ({ lent: book }),
});
const extend = defineTool({
  name: "extend_loan",
  description: "Let a reader keep a book longer.",
  input: z.strictObject(loan),
  effect: "additive",
  run: ({ book }) => ({ extended: book }),
});

// planwright.yaml beside this file names the pack library.yaml.
const tools = [lend, extend];
const dataFolder = mkdtempSync(join(tmpdir(), "planwright-"));
const { planning, stop } = unwrapOrThrow(await openPlanwright({ folder: import.meta.dirname, dataFolder, tools }));

// Dates are counted from the day the request was said, never from the machine's clock.
const said = { toolbox: tools.map(({ spec }) => toolSpecOf(spec)), now: "2026-03-02T10:00:00Z", zone: "Europe/Moscow" };
const cases = [
  [
    "lend Dubrovsky to reader R-17 at the river branch",
    'lend_book {"book":"Dubrovsky","reader":"R-17","branch":"river"}',
  ],
  [
    "give out Anna Karenina to R-9 until March 20",
    'lend_book {"book":"Anna Karenina","reader":"R-9","until":"2026-03-20"}',
  ],
  ["выдай «Дубровский» читателю R-17", 'lend_book {"book":"Дубровский","reader":"R-17"}'],
  ["renew Dubrovsky for R-17 until Friday", 'extend_loan {"book":"Dubrovsky","reader":"R-17","until":"2026-03-06"}'],
  ["lend Dubrovsky", "asks: Which reader?"],
] as const;
for (const [goal, expected] of cases) {
  const answer = await planning.plan("grammar", planRequest({ goal, ...said }));
  const lines = isPlannerError(answer)
    ? [answer.message]
    : answer.clarification === undefined
      ? answer.plan.steps.map((step) =>
          step.kind === "tool" ? `${step.tool} ${JSON.stringify(step.args)}` : step.kind,
        )
      : answer.plan.questions.map(({ question }) => `asks: ${question}`);
  console.log(`${goal}\n  ${lines.join("\n  ")}`);
  assert.deepEqual(lines, [expected], goal);
}
await stop();
