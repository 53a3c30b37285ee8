import { validatePlan } from "../../plan/validate/validate-plan.ts";
import { createPlanning, defaultPlanner, demoTools, isPlannerError } from "../../runtime/planning.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { exit, type Handler } from "../command.ts";
import { errorText, planText, questionText } from "../plan-text.ts";

const samples = ["Generate a purchase order from quote Q-0192", "Сколько подшипников у нас на складе?"];

/** Plans a request in each language with the demo tools and proves the plans: the shortest way to see it work. */
export const dev: Handler = async ({ io }) => {
  const planning = createPlanning({ clock: systemClock });
  const toolbox = new Map(demoTools.map((tool) => [tool.name, tool]));
  const now = new Date(systemClock.now()).toISOString();
  for (const goal of samples) {
    const request = { agentId: "dev", goal, toolbox: demoTools, surface: "runs" as const, now, zone: "UTC" };
    const answer = await planning.plan(defaultPlanner, request, io.signal);
    io.out(`> ${goal}\n\n`);
    if (isPlannerError(answer)) io.out(errorText(answer));
    else if (answer.clarification !== undefined) io.out(questionText(answer));
    else {
      io.out(planText(answer, { planner: defaultPlanner, explain: true }));
      const proof = validatePlan(answer.plan, toolbox);
      io.out(proof.ok ? "\n  valid: every rule holds\n" : `\n  ${proof.issues.length} violations\n`);
    }
    io.out("\n");
  }
  io.out(`${demoTools.length} demo tools. Try: planwright plan "what do we have in stock of valves?" --explain\n`);
  return exit.ok;
};
