import { expect, it } from "vitest";
import { Plan } from "../../plan/plan.ts";
import { emptyLessonBook } from "../../planners/lessons/lesson-book.ts";
import { sampleRun } from "../../testing/store-suite/samples.ts";
import { findOffers } from "./offers.ts";

const shelf = { version: 0, book: emptyLessonBook, lessons: new Map() };
const planOf = (text: string, tool: string, metadata: object): Plan =>
  Plan.parse({ request: { text }, steps: [{ kind: "tool", id: "s1", tool, args: { a: text } }], metadata });

it("offers what a model planned, with how often and for how much, the dearest first", async () => {
  const paid = { model: "m", inputTokens: 10, outputTokens: 2 };
  const plans = [
    planOf("bill Acme", "bill", { ...paid, costCents: 2 }),
    planOf("bill Globex", "bill", { ...paid, costCents: 3 }),
    planOf("find Acme", "find", { ...paid, costCents: 1 }),
    planOf("list all", "list", { planner: "grammar" }),
  ];
  const store = {
    runs: async () => plans.map((_, at) => ({ ...sampleRun(`r${at}`), planHash: String(at) })),
    plan: async (_: string, hash: string) => plans[Number(hash)],
  };
  const { offers } = await findOffers(store, "acme", shelf);
  expect(offers.map(({ request, times, cost_cents: cost }) => [request, times, cost])).toEqual([
    ["bill Acme", 2, 5],
    ["find Acme", 1, 1],
  ]);
});
