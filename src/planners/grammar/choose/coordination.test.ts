import { describe, expect, it } from "vitest";
import { createToolbox, type JsonSchema } from "../../../plan/tool-spec.ts";
import { planGoal } from "../plan-goal.ts";

const schema = (properties: Record<string, JsonSchema>, required: string[]): JsonSchema => ({
  type: "object",
  properties: properties as never, // schemas inside a schema
  required,
});
const text = (description: string): JsonSchema => ({ type: "string", description });
const number = (description: string): JsonSchema => ({ type: "number", description });

const toolbox = [
  ...createToolbox([
    {
      name: "ferry_fare",
      description: "Get the fare of a ferry between two ports",
      inputSchema: schema(
        {
          from_port: text("Port of departure"),
          to_port: text("Port of arrival"),
          deck: { type: "string", enum: ["upper", "lower"], description: "Deck of the seat" },
        },
        ["from_port", "to_port"],
      ),
    },
    {
      name: "kiln_fire",
      description: "Fire a kiln",
      inputSchema: schema(
        {
          heat: number("Heat of the kiln in degrees"),
          hours: { type: "integer", description: "How many hours to fire" },
          glaze: text("Name of the glaze"),
        },
        ["heat", "hours"],
      ),
    },
  ]).values(),
];

function callsFor(goal: string): Record<string, unknown>[] {
  const outcome = planGoal({ goal, toolbox, now: "2026-03-04T10:00:00Z", zone: "UTC" });
  return outcome.kind === "plan" ? outcome.calls.map(({ args }) => args) : [];
}

describe("several calls in one goal", () => {
  it.each<[string, string, Record<string, unknown>[]]>([
    [
      "a part that is built like the one before is a call of its own",
      "Fire the kiln at a heat of 900 for 8 hours and at a heat of 700 for 5 hours.",
      [
        { heat: 900, hours: 8 },
        { heat: 700, hours: 5 },
      ],
    ],
    [
      "what is unsaid in a fragment stands before it",
      "Fire the kiln at a heat of 900 for 8 hours, and then for 12 hours.",
      [
        { heat: 900, hours: 8 },
        { heat: 900, hours: 12 },
      ],
    ],
    [
      "a sentence that only tells more makes no second call",
      "Fire the kiln at a heat of 850 for 6 hours. Use the glaze 'Celadon'.",
      [{ heat: 850, hours: 6, glaze: "Celadon" }],
    ],
    [
      "a list that one of several like calls has is meant for all",
      "What is the ferry fare from Bari to Corfu and from Corfu to Kotor, on the upper and the lower deck?",
      [
        { from_port: "Bari", to_port: "Corfu", deck: "upper" },
        { from_port: "Bari", to_port: "Corfu", deck: "lower" },
        { from_port: "Corfu", to_port: "Kotor", deck: "upper" },
        { from_port: "Corfu", to_port: "Kotor", deck: "lower" },
      ],
    ],
    [
      "the same thing as before is taken over",
      "Fire the kiln at a heat of 900 for 8 hours with the glaze 'Ash', then fire it at a heat of 650 for 4 hours with the same glaze.",
      [
        { heat: 900, hours: 8, glaze: "Ash" },
        { heat: 650, hours: 4, glaze: "Ash" },
      ],
    ],
  ])("%s", (_what, goal, calls) => {
    expect(callsFor(goal)).toEqual(calls);
  });
});
