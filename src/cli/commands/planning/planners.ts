import { planRequest } from "../../../runtime/planning/plan-request.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, numberOf, text, UsageError } from "../../command.ts";
import { type PlanningInput, withPlanning } from "./planning-input.ts";
import { withProgress } from "../../output/progress.ts";
import { canonicalText } from "../../../plan/canonical.ts";
import { isPlannerError, type PlannerAnswer, type PlannerRequest } from "../../../ports/planner.ts";

/** Lists planners with version, determinism and cost, or measures the stability of one. */
export const planners: Handler = (invocation) => {
  const [word, ...goals] = invocation.args;
  if (word !== undefined && word !== "stability")
    throw new UsageError(`planners takes stability, not "${word}": planwright planners stability "<goal>"`);
  return withPlanning(invocation, async (input) =>
    word === undefined ? list(invocation, input) : stability(invocation, input, goals),
  );
};

function list(invocation: Invocation, { planning }: PlanningInput): ExitCode {
  const { io } = invocation;
  const rows = planning.list().map(({ planner, declared }) => ({
    id: planner.id,
    version: planner.version,
    determinism: planner.mode,
    model: planner.model ?? null,
    cost_model: declared.cost_model,
  }));
  if (flag(invocation, "json")) {
    io.out(`${JSON.stringify({ planners: rows }, null, 2)}\n`);
    return exit.ok;
  }
  for (const { id, version, determinism, model } of rows) {
    io.out(`${id.padEnd(16)} ${version.padEnd(8)} ${determinism.padEnd(12)} ${model ?? "no model"}\n`);
  }
  return exit.ok;
}

/** Default goals: a read, a write, two tools, and one with missing input. */
const defaultGoals = [
  "What is in quote Q-0192?",
  "Generate a purchase order from quote Q-0192",
  "Look up quote Q-0192 and email it to vendor@example.com",
  "Create a purchase order",
];

/** Exit 1 if fewer plans agree than `--at-least`. */
async function stability(invocation: Invocation, input: PlanningInput, goals: readonly string[]): Promise<ExitCode> {
  const { io } = invocation;
  const times = numberOf(invocation, "n") ?? 20;
  const least = numberOf(invocation, "at-least") ?? 0.9;
  const { planning, toolbox, now, zone, tenant } = input;
  const hasModel = planning.list().some(({ planner }) => planner.id === "model");
  const planner = text(invocation, "planner") ?? (hasModel ? "model" : input.planner);
  const rows: Stability[] = [];
  await withProgress(io, "planning", async (report) => {
    for (const goal of goals.length === 0 ? defaultGoals : goals) {
      if (io.signal.aborted) return;
      report(`${goal} (${times} times)`);
      const request = planRequest({ goal, toolbox, now, zone, tenant });
      rows.push(await measureStability({ planning, planner }, request, { times, signal: io.signal }));
    }
  });
  if (io.signal.aborted) return exit.failed;
  const agreement = Math.round((rows.reduce((sum, row) => sum + row.agreement, 0) / rows.length) * 1000) / 1000;
  if (flag(invocation, "json")) io.out(`${JSON.stringify({ planner, agreement, at_least: least, goals: rows })}\n`);
  else {
    for (const { goal, plans, structures, agreement: share } of rows)
      io.out(`${share.toFixed(2)}  ${plans} plans, ${structures} structures  ${goal}\n`);
    io.out(`${agreement.toFixed(3)}  ${planner}, at least ${least}\n`);
  }
  return agreement >= least ? exit.ok : exit.failed;
}

type Stability = { goal: string; plans: number; structures: number; agreement: number };

/** Plans a goal several times and returns the share of plans with the most common structure. */
async function measureStability(
  { planning, planner }: Pick<PlanningInput, "planning" | "planner">,
  request: PlannerRequest,
  { times, signal }: { times: number; signal: AbortSignal },
): Promise<Stability> {
  const counts = new Map<string, number>();
  for (let turn = 0; turn < times && !signal.aborted; turn += 1) {
    const structure = structureOf(await planning.plan(planner, request, signal));
    counts.set(structure, (counts.get(structure) ?? 0) + 1);
  }
  const plans = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const agreement = plans === 0 ? 0 : Math.max(...counts.values()) / plans;
  return { goal: request.goal, plans, structures: counts.size, agreement };
}

/** The structure that `structural` determinism covers: steps, tools and dependencies; ids of questions. */
function structureOf(answer: PlannerAnswer): string {
  if (isPlannerError(answer)) return canonicalText({ code: answer.code });
  const { steps, questions } = answer.plan;
  return canonicalText({
    steps: steps.map((step) => [step.id, step.kind === "tool" ? step.tool : step.kind, step.dependsOn]),
    questions: questions.map(({ id }) => id),
  });
}
