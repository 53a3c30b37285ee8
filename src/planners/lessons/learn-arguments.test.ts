import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../plan/json.ts";
import { createToolbox } from "../../plan/tool-spec.ts";
import { createBook, toRule } from "./book.ts";
import { derive } from "./derive.ts";
import { planTaught } from "./plan-taught.ts";
import { widen } from "./widen.ts";

const text = { type: "string" };
const crops = { type: "string", enum: ["wheat", "barley", "oats", "rye", "maize", "rice", "beans", "corn"] };
const toolbox = [
  ...createToolbox([
    {
      name: "measure",
      description: "Measures a crop of a farm",
      effect: "read",
      inputSchema: {
        type: "object",
        properties: {
          crop: crops,
          gauge: { type: "string", enum: ["scale", "alarm", "lamp"] },
          state: { type: "string", enum: ["ready", "spoilt"] },
          farm: { ...text, description: "Name of a farm" },
          grade: { type: "string", enum: ["aa", "AA", "bb"] },
        },
      },
    },
  ]).values(),
];
const now = "2026-03-04T10:00:00Z";

function bookOf(...taught: (readonly [request: string, args: JsonObject])[]) {
  const rules = taught.map(([request, args], at) =>
    derive(
      {
        id: `lesson${at}`,
        request,
        steps: [{ id: "a", tool: "measure", args, dependsOn: [] }],
        fixed: ["*"],
        context: {},
        now,
        zone: "UTC",
        taughtBy: "t",
        taughtAt: now,
        source: "written",
      },
      toolbox,
    ),
  );
  return createBook(widen(rules).map(toRule));
}

const book = bookOf(
  ["How much wheat is there at Mill?", { crop: "wheat", gauge: "scale", farm: "Mill" }],
  ["How much barley is stored at Brook?", { crop: "barley", gauge: "scale", farm: "Brook" }],
  ["How many oats did we bring at Hill?", { crop: "oats", gauge: "scale", farm: "Hill" }],
  ["Is the rye fit yet?", { crop: "rye", gauge: "alarm", state: "ready" }],
  ["Is any maize fit today?", { crop: "maize", gauge: "alarm", state: "ready" }],
);

function guessed(goal: string): unknown {
  const found = planTaught({ goal, toolbox, now, zone: "UTC" }, book, true)?.outcome;
  return found?.kind === "plan" ? found.calls[0]?.args : undefined;
}

describe("a guess from all lessons of a tool", () => {
  it.each<[why: string, goal: string, args: JsonObject]>([
    [
      "values that go together, as the words of the question say",
      "Is the rice really fit?",
      { crop: "rice", gauge: "alarm", state: "ready" },
    ],
    [
      "and for another form of it others",
      "How much corn remains at Dale?",
      { crop: "corn", gauge: "scale", farm: "Dale" },
    ],
    [
      "a name of several words, as far as nothing else explains them",
      "How much rice arrived at Green Valley?",
      { crop: "rice", gauge: "scale", farm: "Green Valley" },
    ],
  ])("takes %s", (_, goal, args) => {
    expect(guessed(goal)).toEqual(args);
  });

  it("does not take a crop that no word names from another lesson", () => {
    expect(guessed("How much hay remains at Dale?")).not.toHaveProperty("crop");
  });

  it("keeps options with the same words apart", () => {
    const graded = bookOf(["Weigh AA wheat", { crop: "wheat", grade: "AA" }]);
    const found = planTaught({ goal: "Weigh AA rye", toolbox, now, zone: "UTC" }, graded)?.outcome;
    expect(found).toMatchObject({ calls: [{ args: { crop: "rye", grade: "AA" } }] });
  });

  it("is not served", () => {
    const found = planTaught({ goal: "Is the rice really fit?", toolbox, now, zone: "UTC" }, book);
    expect(found?.whole).not.toBe(true);
  });
});
