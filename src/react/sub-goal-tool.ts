/** The verb that runs a sub-goal as a ReAct run. */
export const subGoalTool = "planner.react";
