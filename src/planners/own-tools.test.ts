import { describe, expect, it } from "vitest";
import { createToolbox } from "../plan/tool-spec.ts";
import { isPlannerError, type PlannerRequest } from "../ports/planner.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createGrammarPlanner } from "./grammar-planner.ts";

// A first server has tools with effects, no pack and no output schemas.
const text = { type: "string" };
const day = { type: "string", format: "date" };
const time = { type: "string", pattern: "^[0-2][0-9]:[0-5][0-9]$" };
const status = { type: "string", enum: ["open", "archived"] };
const clerk = { type: "string", enum: ["Moss", "Lind"] };
const toolbox = [
  ...createToolbox([
    {
      name: "list_viewings",
      description: "List the viewings, filtered by day, clerk or status.",
      inputSchema: { type: "object", properties: { day, clerk, status } },
      effect: "read",
    },
    {
      name: "arrange_viewing",
      description: "Arrange a viewing of a flat with a clerk.",
      inputSchema: {
        type: "object",
        properties: { visitor: text, clerk, day, time },
        required: ["visitor", "clerk", "day", "time"],
      },
      effect: "additive",
    },
    {
      name: "change_viewing",
      description: "Change a viewing: move it, or archive it.",
      inputSchema: { type: "object", properties: { id: text, day, time, status }, required: ["id"] },
      effect: "destructive",
    },
  ]).values(),
];

async function plan(goal: string): Promise<unknown> {
  const request: PlannerRequest = {
    agentId: "a",
    goal,
    toolbox,
    surface: "runs",
    now: "2030-01-08T12:00:00Z",
    zone: "UTC",
  };
  const answer = await createGrammarPlanner().plan(request, {
    signal: new AbortController().signal,
    clock: createFakeClock(),
  });
  if (isPlannerError(answer)) return answer.code;
  if (answer.clarification !== undefined) return answer.plan.questions.map(({ question }) => question);
  return answer.plan.steps.map((step) => (step.kind === "tool" ? [step.tool, step.args] : step.kind));
}

describe("tools without a pack", () => {
  it.each<[string, unknown]>([
    ["archive viewing V-1", [["change_viewing", { id: "V-1", status: "archived" }]]],
    [
      "move viewing V-1 to January 15 2030 at 9:30",
      [["change_viewing", { id: "V-1", day: "2030-01-15", time: "09:30" }]],
    ],
    ["change viewing V-1", ["What should change: day, time, status?"]],
    [
      "arrange a viewing for Eva Stone with Moss on January 12 2030 at 14:00",
      [["arrange_viewing", { visitor: "Eva Stone", clerk: "Moss", day: "2030-01-12", time: "14:00" }]],
    ],
    ["which viewings does Lind have", [["list_viewings", { clerk: "Lind" }]]],
    // A verb that the tool does not do is never asked about its arguments.
    ["delete all viewings of Eva Stone", "PLANNER_NO_SKILLS_AVAILABLE"],
  ])("%s", async (goal, expected) => {
    expect(await plan(goal)).toEqual(expected);
  });

  it("writes nothing for a question", async () => {
    expect(JSON.stringify(await plan("who arranged a viewing with Lind?"))).not.toMatch(
      /arrange_viewing|change_viewing/,
    );
  });
});
