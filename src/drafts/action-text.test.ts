import { describe, expect, it } from "vitest";
import type { ToolAction } from "../contracts/actions/plan.ts";
import { derivePreview, typeMismatches } from "./action-text.ts";

const action = (args: ToolAction["args"]): ToolAction => ({
  toolkit: "attio",
  tool_slug: "ATTIO_UPDATE_RECORD",
  args,
  read_only: false,
  idempotency_scope: "attio:update:deal_1",
  preview: "Delete nothing",
});

describe("the text of an action", () => {
  it("names the tool, its arguments, and the value before the change", () => {
    const args = { record_id: "deal_2", values: { stage: "lost" } };
    const preview = { before: { values: { stage: "won" } }, after: { values: { stage: "lost" } }, isWhole: true };
    expect(derivePreview(action(args), preview)).toBe(
      "ATTIO_UPDATE_RECORD record_id: deal_2, values.stage: won → lost",
    );
    expect(derivePreview(action(args), undefined)).toBe("ATTIO_UPDATE_RECORD record_id: deal_2, values.stage: lost");
  });

  it("is one line of bounded length", () => {
    const text = derivePreview(action({ note: `a\nb${"x".repeat(1000)}` }), undefined);
    expect(text).toHaveLength(300);
    expect(text).not.toContain("\n");
  });

  it.each([
    [{ value: 5 }, { value: "abc" }, ['value is a number, not "abc"']],
    [{ value: 5 }, { value: 6 }, []],
    [{ value: null }, { value: "abc" }, []],
    [{ values: { done: true } }, { values: { done: "yes" } }, ['values.done is a boolean, not "yes"']],
  ])("compares types of %j and %j", (before, after, expected) => {
    expect(typeMismatches({ before, after }).map(({ message }) => message)).toEqual(expected);
  });
});
