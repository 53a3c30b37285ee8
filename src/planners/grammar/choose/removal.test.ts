import { describe, expect, it } from "vitest";
import { createToolbox } from "../../../plan/tool-spec.ts";
import { planGoal } from "../plan-goal.ts";

const id = {
  type: "object",
  properties: { task_id: { type: "string", description: "Id of the task" } },
  required: ["task_id"],
};
const toolbox = [
  ...createToolbox([
    { name: "delete_task", description: "Delete a task.", inputSchema: id },
    { name: "get_task", description: "Read a task.", inputSchema: id },
    {
      name: "update_task",
      description: "Change one field of a task.",
      inputSchema: {
        type: "object",
        properties: { task_id: { type: "string" }, field: { type: "string" }, new_value: { type: "string" } },
        required: ["task_id", "field", "new_value"],
      },
    },
  ]).values(),
];

function toolsFor(goal: string): string[] {
  const outcome = planGoal({ goal, toolbox, now: "2026-03-11T10:00:00Z", zone: "UTC" });
  return outcome.kind === "none" ? [] : outcome.calls.map(({ tool }) => tool);
}

describe("a tool that deletes", () => {
  it.each(["Delete task T-12", "please remove the task T-12", "Удали задачу T-12", "убери, пожалуйста, задачу T-12"])(
    "is used when asked for: %s",
    (goal) => {
      expect(toolsFor(goal)).toEqual(["delete_task"]);
    },
  );

  it.each([
    'Rename task T-12 to "New landing"',
    "Move task T-12 to Monday",
    "Finish task T-12",
    "Task T-12",
    "Переименуй задачу T-12",
    "Перенеси задачу T-12 на завтра",
    "Задача T-12",
  ])("is never used for anything else: %s", (goal) => {
    expect(toolsFor(goal)).not.toContain("delete_task");
  });
});
