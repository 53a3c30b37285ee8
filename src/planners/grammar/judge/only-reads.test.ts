import { describe, expect, it } from "vitest";
import { ToolSpec } from "../../../plan/tool-spec.ts";
import { planGoal } from "../plan-goal.ts";

const status = { status: { type: "string", enum: ["draft", "sent"] } };
const tools = (effect: "read" | "unknown") => [
  ToolSpec.parse({
    name: "list_quotes",
    description: "List quotes, by status or by customer",
    inputSchema: { type: "object", properties: status },
    effect,
  }),
];
const kindOf = (goal: string, effect: "read" | "unknown" = "read") =>
  planGoal({ goal, toolbox: tools(effect), now: "2026-11-15T09:00:00Z", zone: "UTC" }).kind;

describe("a change that is asked for", () => {
  it.each(["create a quote", "Delete the draft quotes", "создай смету quote"])(
    "is not answered by reading: %s",
    (goal) => {
      expect(kindOf(goal)).toBe("none");
    },
  );

  it.each(["list the draft quotes", "show me the sent quotes"])(
    "is not seen where reading is asked for: %s",
    (goal) => {
      expect(kindOf(goal)).toBe("plan");
    },
  );

  it("is not judged where nobody has classed the tool", () => {
    expect(kindOf("create a quote", "unknown")).toBe("plan");
  });
});
