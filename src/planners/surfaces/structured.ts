import { requestedStepCount } from "../../contracts/structured/index.ts";
import { maxSteps, Plan } from "../../plan/plan.ts";
import { ToolStep } from "../../plan/step.ts";
import type { Planned, PlannerAnswer, PlannerRequest } from "../../ports/planner.ts";
import { plannerError } from "../planner-error.ts";
import { respellArgs } from "../respell-args.ts";
import { shorten } from "../shorten.ts";
import { speechOf } from "../speech.ts";
import { fitCount } from "./fit-count.ts";
import { type Stage, statement } from "./stage.ts";
import { clausesOf, objectiveOf, toolsNamed } from "./structured-goal.ts";
import type { Understand } from "./understand.ts";
import { type StructuredWords, structuredWords } from "./structured-words.ts";

/**
 * Contract 2: exactly the requested number of steps, allowed tools only, `echo_tool` for the rest with the downgrade
 * documented. Always a plan: this surface has no questions.
 */
export function planStructured(request: PlannerRequest, understand: Understand): PlannerAnswer {
  const objective = objectiveOf(request.goal);
  const found = clausesOf(objective).flatMap((clause, at) => stagesOf(clause, `c${at}`, { request, understand }));
  return structuredFrom(request, found);
}

/** The same, from given stages. */
export function structuredFrom(request: PlannerRequest, found: readonly Stage[]): PlannerAnswer {
  const count = requestedStepCount(request.goal);
  if (count !== undefined && (count < 1 || count > maxSteps)) {
    return plannerError("PLANNER_INVALID_GOAL", `a plan has 1 to ${maxSteps} steps, not ${count}`, {
      step_count: count,
    });
  }
  const words = structuredWords[speechOf(request)];
  const objective = objectiveOf(request.goal);
  const stages = found.length === 0 ? [statement(objective)] : found;
  const fitted = count === undefined ? stages : fitCount(stages, count, words);
  const missing = fitted.find(({ tool }) => !request.toolbox.some(({ name }) => name === tool));
  if (missing !== undefined) {
    const message = `the whitelist has no ${missing.tool}, the fallback for unavailable tools`;
    return plannerError("PLANNER_NO_SKILLS_AVAILABLE", message, { wanted: [missing.tool] });
  }
  return toPlanned(objective, fitted, words);
}

type ClauseContext = { request: PlannerRequest; understand: Understand };

/** The stages of one clause: the tool it names, the calls the grammar finds, or a statement. */
function stagesOf(clause: string, key: string, { request, understand }: ClauseContext): Stage[] {
  const allowed = new Map(request.toolbox.map((tool) => [tool.name, tool]));
  const foreign = toolsNamed(clause).filter((name) => !allowed.has(name));
  if (foreign.length > 0) return [{ ...statement(clause), downgradedFrom: foreign.join(", ") }];
  const outcome = understand(clause, request);
  if (outcome.kind === "plan") {
    const names = new Map(outcome.calls.map((call) => [call.id, `${key}_${call.id}`]));
    return outcome.calls.map((call) => ({
      key: names.get(call.id) ?? call.id,
      asked: clause,
      tool: call.tool,
      args: respellArgs(call.args, { to: "braces", names }),
      dependsOn: call.dependsOn.flatMap((id) => names.get(id) ?? []),
      confidence: outcome.confidence,
    }));
  }
  const [named] = toolsNamed(clause);
  if (named !== undefined && named !== "echo_tool") {
    return [{ key: `${key}_0`, asked: clause, tool: named, args: {}, dependsOn: [], confidence: 1 }];
  }
  return [statement(clause, outcome.kind === "none" ? outcome.confidence : 0.5)];
}

function toPlanned(objective: string, stages: readonly Stage[], words: StructuredWords): Planned {
  const names = new Map(stages.map(({ key }, at) => [key, `step_${at + 1}`]));
  const steps = stages.map((one, at) => toStep(one, { at, names, words }));
  const downgraded = [...new Set(stages.flatMap(({ downgradedFrom }) => downgradedFrom ?? []))];
  const plan = Plan.parse({
    summary: objective,
    spelling: "dollar",
    steps,
    assumptions: downgraded.map(words.assumeDowngrade),
    risks: downgraded.map((from) => ({ details: words.riskDowngrade(from) })),
  });
  const confidence = Math.min(...stages.map((one) => one.confidence));
  return { plan, confidence, deterministic: true };
}

type StepContext = { at: number; names: ReadonlyMap<string, string>; words: StructuredWords };

function toStep(stage: Stage, { at, names, words }: StepContext): ToolStep {
  const { asked, tool, args, downgradedFrom } = stage;
  const states = tool === "echo_tool" && args["text"] === asked;
  const say = {
    description: states ? words.note(asked) : words.call(tool, asked),
    deliverable: states ? words.noteDeliverable : words.callDeliverable(tool),
    ...(downgradedFrom !== undefined && {
      description: words.downgrade(asked, downgradedFrom),
      deliverable: words.downgradeDeliverable(downgradedFrom),
    }),
  };
  return ToolStep.parse({
    kind: "tool",
    id: `step_${at + 1}`,
    title: title(asked),
    ...say,
    acceptance: words.acceptance(tool),
    dependsOn: stage.follows === true ? [`step_${at}`] : stage.dependsOn.flatMap((key) => names.get(key) ?? []),
    onError: "continue",
    tool,
    args: respellArgs(args, { to: "dollar", names }),
  });
}

function title(asked: string): string {
  const short = shorten(asked.replaceAll(/\s+/g, " "), 80);
  return short.charAt(0).toUpperCase() + short.slice(1);
}
