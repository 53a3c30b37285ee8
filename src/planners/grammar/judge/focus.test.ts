import { describe, expect, it } from "vitest";
import { createToolbox } from "../../../plan/tool-spec.ts";
import { draftCalls } from "../choose/calls.ts";
import { readGoal } from "../read-goal.ts";
import { toolIndexOf } from "../search/tool-index.ts";
import { focusOf } from "./focus.ts";

const toolbox = [
  ...createToolbox([
    {
      name: "get_bridge_length",
      description: "Get the length of a bridge in a city",
      inputSchema: {
        type: "object",
        properties: {
          bridge: { type: "string", description: "Name of the bridge" },
          city: { type: "string", description: "City of the bridge" },
        },
        required: ["bridge", "city"],
      },
    },
  ]).values(),
];

function focusIn(goal: string): number {
  const { sheet } = readGoal({ goal, toolbox, now: "2026-03-04T10:00:00Z", zone: "UTC" });
  const [draft] = draftCalls(sheet, toolIndexOf(toolbox));
  return draft === undefined ? Number.NaN : focusOf(sheet, draft);
}

describe("focusOf", () => {
  it.each([
    "What is the length of the Iron Bridge in Leeds?",
    "How long is the Iron Bridge in Leeds?",
    "Get the length of the Iron Bridge in Leeds",
    "Tell me the exact length of the Iron Bridge in Leeds",
  ])("is high where the tool gives what is asked for: %s", (goal) => {
    expect(focusIn(goal)).toBeGreaterThan(0.5);
  });

  it.each([
    "What is the toll of the Iron Bridge in Leeds?",
    "Which architect built the Iron Bridge in Leeds?",
    "Find a painter for the Iron Bridge in Leeds",
  ])("is low where something else is asked for on the same subject: %s", (goal) => {
    expect(focusIn(goal)).toBeLessThan(0.3);
  });

  it("tells nothing where nothing is asked for", () => {
    expect(focusIn("the Iron Bridge in Leeds, its length")).toBe(0.5);
  });
});
