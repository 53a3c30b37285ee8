import { compact } from "../../plan/compact.ts";
import { requestedStepCount } from "../../contracts/structured/index.ts";
import { maxSteps, Plan } from "../../plan/plan.ts";
import { createIssue } from "../../plan/create-issue.ts";
import type { Issue } from "../../plan/issue.ts";
import { schemaCheck } from "../../plan/schema-check.ts";
import { keysAt } from "../../plan/schema-types.ts";
import { ToolStep } from "../../plan/step.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { PlannedAnswer, PlannerAnswer, PlannerRequest } from "../../ports/planner.ts";
import { plannerError, withIssues } from "../planner-error.ts";
import { respellArgs } from "../respell-args.ts";
import { shorten } from "../shorten.ts";
import { speechOf } from "../speech.ts";
import { type Stage, statement } from "./stage.ts";
import {
  echoedText,
  explicitArguments,
  neededTool,
  repeatsPrevious,
  type StepInstruction,
  stepInstructions,
} from "./step-instructions.ts";
import { clausesOf, objectiveOf, toolsNamed } from "./structured-goal.ts";
import type { Understand } from "./understand.ts";
import { type StructuredWords, structuredWords } from "./structured-words.ts";

/**
 * Contract 2: exactly the requested number of steps, allowed tools only, `echo_tool` for the rest with the downgrade
 * documented. Always a plan: this surface has no questions.
 */
export function planStructured(request: PlannerRequest, understand: Understand): PlannerAnswer {
  const objective = objectiveOf(request.goal);
  const instructions = stepInstructions(request.goal);
  const found: Stage[] = [];
  if (instructions.length > 0) found.push(...instructedStages(instructions, objective, request));
  else
    for (const [at, clause] of clausesOf(objective).entries())
      found.push(...stagesOf(clause, `c${at}`, { request, understand, before: found.at(-1) }));
  const issues = found.flatMap((stage, at) => argumentIssues(stage, at, request));
  if (issues.length > 0)
    return plannerError(
      "PLANNER_INVALID_GOAL",
      "the request has arguments its tool does not accept",
      withIssues(issues),
    );
  return structuredFrom(request, found);
}

/** The steps as the request describes them; a step it does not describe states the objective. */
function instructedStages(
  instructions: readonly StepInstruction[],
  objective: string,
  { toolbox, goal }: PlannerRequest,
): Stage[] {
  const count = Math.min(maxSteps, Math.max(requestedStepCount(goal) ?? 0, instructions.at(-1)?.step ?? 0));
  const allowed = new Set(toolbox.map(({ name }) => name));
  return Array.from({ length: count }, (_, at): Stage => {
    const said = instructions.find(({ step }) => step === at + 1);
    if (said === undefined) return { ...statement(objective), key: `i${at + 1}` };
    const { asked, tool, args, dependsOn } = said;
    const common = { key: `i${at + 1}`, asked, dependsOn: dependsOn.filter((id) => id <= at).map((id) => `i${id}`) };
    if (tool !== undefined && !allowed.has(tool)) return { ...statement(asked), ...common, downgradedFrom: tool };
    if (tool === undefined || (tool === "echo_tool" && args === undefined)) return { ...statement(asked), ...common };
    return { ...common, tool, args: args ?? {}, explicit: true, confidence: 1 };
  });
}

/** What the schema of the tool has against arguments that the request wrote out: they are obeyed or refused, not mended. */
function argumentIssues({ tool, args, explicit }: Stage, at: number, { toolbox }: PlannerRequest): Issue[] {
  const spec = toolbox.find(({ name }) => name === tool);
  if (explicit !== true || spec === undefined) return [];
  const result = schemaCheck(spec.inputSchema)(args);
  const errors = "errors" in result ? result.errors : [];
  return errors.map(({ pointer, message }) =>
    createIssue("INVALID_ARGUMENTS", `/steps/${at}/tool/args${pointer}`, { message: `${tool}: ${message}` }),
  );
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

type ClauseContext = { request: PlannerRequest; understand: Understand; before: Stage | undefined };

/** The stages of one clause: the tool it names, the calls the grammar finds, or a statement. */
function stagesOf(clause: string, key: string, { request, understand, before }: ClauseContext): Stage[] {
  const allowed = new Map(request.toolbox.map((tool) => [tool.name, tool]));
  const [tool, ...others] = toolsNamed(clause);
  const foreign = [tool, ...others].filter((name) => name !== undefined && !allowed.has(name));
  if (foreign.length > 0) return [{ ...statement(clause), downgradedFrom: foreign.join(", ") }];
  const common = { key: `${key}_0`, asked: clause, dependsOn: [], confidence: 1 };
  const args = tool === undefined ? undefined : explicitArguments(clause);
  if (tool !== undefined && args !== undefined) return [{ ...common, tool, args, explicit: true }];
  const text = echoedText(clause);
  if (text !== undefined) return [{ ...common, tool: "echo_tool", args: { text } }];
  const result = repeatsPrevious(clause) ? resultOf(before, allowed) : undefined;
  if (result !== undefined && before !== undefined)
    return [{ ...common, tool: "echo_tool", args: { text: result }, dependsOn: [before.key] }];
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
  if (tool !== undefined && tool !== "echo_tool") return [{ ...common, tool, args: {} }];
  const needed = neededTool(clause);
  if (needed !== undefined) return [{ ...statement(clause), downgradedFrom: needed }];
  return [statement(clause, outcome.kind === "none" ? outcome.confidence : 0.5)];
}

/** A reference to the first declared field of the stage's output. */
function resultOf(stage: Stage | undefined, tools: ReadonlyMap<string, ToolSpec>): string | undefined {
  const output = stage === undefined || stage.key === "" ? undefined : tools.get(stage.tool)?.outputSchema;
  const [field] = output === undefined ? [] : keysAt(output, []);
  return stage === undefined || field === undefined ? undefined : `{{${stage.key}.${field}}}`;
}

function toPlanned(objective: string, stages: readonly Stage[], words: StructuredWords): PlannedAnswer {
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
    ...compact({ degradedFrom: downgradedFrom }),
    tool,
    args: respellArgs(args, { to: "dollar", names }),
  });
}

function title(asked: string): string {
  const short = shorten(asked.replaceAll(/\s+/g, " "), 80);
  return short.charAt(0).toUpperCase() + short.slice(1);
}

/** Returns exactly `count` stages: adds stages around the work, or merges the last ones into one statement. */
function fitCount(stages: readonly Stage[], count: number, words: StructuredWords): Stage[] {
  return stages.length > count ? fold(stages, count) : pad(stages, count, words);
}

/** A check comes first, then preparation, then gathering and recording; further rounds review. */
function pad(stages: readonly Stage[], count: number, words: StructuredWords): Stage[] {
  const asked = stages.map((stage) => stage.asked).join("; ");
  const extra = count - stages.length;
  const before = [...(extra > 2 ? [words.gather(asked)] : []), ...(extra > 1 ? [words.prepare(asked)] : [])];
  const after = [...(extra > 0 ? [words.check(asked)] : []), ...(extra > 3 ? [words.record(asked)] : [])];
  for (let round = 1; before.length + after.length < extra; round += 1) after.push(words.review(asked, round));
  return [
    ...before.map((text) => statement(text)),
    ...stages,
    ...after.map((text) => ({ ...statement(text), follows: true })),
  ];
}

function fold(stages: readonly Stage[], count: number): Stage[] {
  const kept = stages.slice(0, count - 1);
  const folded = stages.slice(count - 1);
  const lost = folded.map((stage) => stage.downgradedFrom ?? (stage.tool === "echo_tool" ? undefined : stage.tool));
  const downgradedFrom = [...new Set(lost.filter((tool) => tool !== undefined))].join(", ");
  const asked = folded.map((stage) => stage.asked).join("; ");
  return [...kept, { ...statement(asked), ...(downgradedFrom !== "" && { downgradedFrom }) }];
}
