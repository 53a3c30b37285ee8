import { describe, expect, it } from "vitest";
import { createToolbox, type ToolSpec } from "../plan/tool-spec.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createStubPlanner } from "./stub.ts";

async function skillsFor(goal: string, toolbox: readonly ToolSpec[] = []): Promise<unknown> {
  const setting = { agentId: "a", goal, toolbox, surface: "determinism", now: "2025-01-15", zone: "UTC" } as const;
  const call = { signal: new AbortController().signal, clock: createFakeClock() };
  const answer = await createStubPlanner().plan(setting, call);
  if ("code" in answer) return answer.code;
  return answer.plan.steps;
}

const tools = (...names: string[]): ToolSpec[] => [...createToolbox(names.map((name) => ({ name }))).values()];

describe("the stub planner", () => {
  it.each([
    ["Echo Hello World", "echo"],
    ["please SAY hi", "echo"],
    ["Fetch user data from API", "http_call"],
    ["get the request", "http_call"],
    ["extract and filter", "json_transform"],
    ["compose a letter", "llm_invoke"],
    ["write, then analyze", "llm_invoke"],
    ["print the api answer", "echo"],
  ])("%j goes to %s: the first rule wins", async (goal, skill) => {
    expect(await skillsFor(goal)).toMatchObject([{ id: "s1", tool: skill }]);
  });

  it.each([["the budget is tight"], ["capital apiary essay"], ["regenerate"], ["забрать данные"]])(
    "matches whole words only: %j matches nothing",
    async (goal) => expect(await skillsFor(goal)).toBe("PLANNER_NO_SKILLS_AVAILABLE"),
  );

  it("chains fetch, transform and model for analysis, each on the result before", async () => {
    expect(await skillsFor("Summarize https://example.com/A?b=1.")).toEqual([
      expect.objectContaining({
        id: "s1",
        tool: "http_call",
        dependsOn: [],
        args: { method: "GET", url: "https://example.com/A?b=1" },
      }),
      expect.objectContaining({
        id: "s2",
        tool: "json_transform",
        dependsOn: ["s1"],
        args: { instruction: "Summarize https://example.com/A?b=1.", input: "{{s1}}" },
      }),
      expect.objectContaining({
        id: "s3",
        tool: "llm_invoke",
        dependsOn: ["s2"],
        args: { prompt: "Summarize https://example.com/A?b=1.", input: "{{s2}}" },
      }),
    ]);
  });

  it("keeps to the manifest, by the manifest's own names, and an empty one filters nothing", async () => {
    const some = tools("skill.http_call", "llm_invoke");
    expect(await skillsFor("explain it", some)).toMatchObject([
      { id: "s1", tool: "skill.http_call", dependsOn: [] },
      { id: "s2", tool: "llm_invoke", dependsOn: ["s1"] },
    ]);
    expect(await skillsFor("echo hi", some)).toBe("PLANNER_NO_SKILLS_AVAILABLE");
    expect(await skillsFor("echo hi", [])).toMatchObject([{ id: "s1", tool: "echo" }]);
  });

  it("sends no argument that the skill does not declare", async () => {
    const inputSchema = { type: "object", properties: { url: { type: "string" } }, additionalProperties: false };
    const declared = [...createToolbox([{ name: "http_call", inputSchema }]).values()];
    expect(await skillsFor("get https://example.com/x", declared)).toEqual([
      expect.objectContaining({ id: "s1", tool: "http_call", dependsOn: [], args: { url: "https://example.com/x" } }),
    ]);
  });

  it("repeats what was typed, in its own case", async () => {
    expect(await skillsFor("echo: Q-0192 Ünïcode")).toMatchObject([
      expect.objectContaining({ id: "s1", tool: "echo", dependsOn: [], args: { message: "Q-0192 Ünïcode" } }),
    ]);
  });
});
