/** The verb that is itself a ReAct run: a tool of a run that sets a goal of its own. */
export const subGoalTool = "planner.react";
