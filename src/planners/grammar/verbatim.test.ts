import { describe, expect, it } from "vitest";
import { createToolbox, type ToolSpec } from "../../plan/tool-spec.ts";
import { planGoal } from "./plan-goal.ts";
import { planVerbatim } from "./verbatim.ts";

const text = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const tool = (name: string, inputSchema: ToolSpec["inputSchema"] = text): Partial<ToolSpec> & { name: string } => ({
  name,
  description: "Gives back the text.",
  inputSchema,
  effect: "read",
});
const two = { type: "object", properties: { text: { type: "string" }, loud: { type: "boolean" } } };
const one = (schema: object): ToolSpec["inputSchema"] => ({ type: "object", properties: { text: { ...schema } } });
const setting = { now: "2026-01-15T12:00:00Z", zone: "UTC" };
const toolboxOf = (...tools: ReturnType<typeof tool>[]): ToolSpec[] => [...createToolbox(tools).values()];

describe("a tool that bears the verb as its name", () => {
  const toolbox = toolboxOf(tool("echo_tool"), tool("search"));
  const said = (goal: string): unknown => {
    const outcome = planGoal({ goal, toolbox, ...setting });
    return outcome.kind === "plan" ? outcome.calls.map((call) => [call.tool, call.args["text"]]) : outcome.kind;
  };

  it.each([
    ["echo hello", "hello"],
    ["Echo hello world", "hello world"],
    ['echo "a; then b"', "a; then b"],
    ["echo you and me", "you and me"],
    ["echo well, hello there!", "well, hello there!"],
    ["echo привет", "привет"],
  ])("gets the rest of %j as it was typed", (goal, rest) => expect(said(goal)).toEqual([["echo_tool", rest]]));

  it("says which words led to what", () => {
    expect(planGoal({ goal: "echo hello", toolbox, ...setting }).reasons).toEqual([
      { call: "c1", tool: "echo_tool", from: 0, to: 4, words: "echo" },
      { call: "c1", tool: "echo_tool", param: "text", from: 5, to: 10, words: "hello" },
    ]);
  });

  it.each([
    ["a verb the language knows", "search for cats"],
    ["nothing to say", "echo"],
    ["another request behind it", "echo hello, then search cats"],
    ["another sentence", "echo hello. Search cats"],
    ["another verb behind a conjunction", "echo hello and search cats"],
    ["a word that only looks like it", "echoes of the past"],
    ["the name further inside", "please do not echo hello"],
  ])("is left to the grammar with %s", (_, goal) => {
    expect(planVerbatim({ goal, toolbox, ...setting })).toBeUndefined();
  });

  it.each([
    ["two parameters", tool("echo", two)],
    ["a choice of values", tool("echo", one({ type: "string", enum: ["a"] }))],
    ["a form", tool("echo", one({ type: "string", format: "email" }))],
    ["no text", tool("echo", one({ type: "number" }))],
    ["nothing to take", tool("echo", { type: "object" })],
    ["a name of several words", tool("echo_all_tools")],
  ])("is none with %s", (_, other) => {
    expect(planVerbatim({ goal: "echo hello", toolbox: toolboxOf(other), ...setting })).toBeUndefined();
  });
});
