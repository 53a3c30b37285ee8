import { describe, expect, it } from "vitest";
import { office, steps } from "../../../../test/support/office.ts";
import type { Lexicon } from "../lexicon.ts";
import { planGoal } from "../plan-goal.ts";

const lexicon: Lexicon = {
  phrases: [{ text: "стоки", tool: "get_stock_level" }],
  aliases: [
    { text: "the blue box", value: "BX-7", params: ["sku"] },
    { text: "our friends", value: "Acme Ltd", params: ["client"], tools: ["create_quote"] },
  ],
  meanings: [{ word: "смета", means: ["quote"] }],
};
const plan = (goal: string): ReturnType<typeof planGoal> =>
  planGoal({ goal, toolbox: office, lexicon, now: "2026-03-04T10:00:00Z", zone: "UTC" });

describe("words of domain packs", () => {
  it.each<[string, { tool: string; args: Record<string, unknown> }]>([
    ["get the stock level of the blue box", { tool: "get_stock_level", args: { sku: "BX-7" } }],
    ["create a quote for our friends for $70", { tool: "create_quote", args: { client: "Acme Ltd", amount: 70 } }],
    ["стоки A-12", { tool: "get_stock_level", args: { sku: "A-12" } }],
  ])("%s", (goal, expected) => {
    expect(steps(plan(goal))).toEqual([expected]);
  });
});
