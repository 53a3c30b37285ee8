import { countOf } from "./count-of.ts";
import { canonicalText } from "../../plan/canonical.ts";
import { isJsonObject } from "../../plan/json.ts";
import type { Step, ToolStep } from "../../plan/step.ts";
import type { PlannedAnswer, Reason } from "../../ports/planner.ts";
import type { PlannerError } from "../../contracts/determinism/planner.ts";

type PlanText = { planner: string; explain: boolean };

/** A plan as text: each step with tool, arguments and dependencies. */
export function planText(answer: PlannedAnswer, { planner, explain }: PlanText): string {
  const { plan, confidence, reasons = [] } = answer;
  const head = `${countOf(plan.steps.length, "step")}, ${planner}, confidence ${confidence.toFixed(2)}`;
  const steps = plan.steps.flatMap((step) => stepLines(step, explain ? reasons : []));
  const asked = (answer.considered ?? []).map((one) => `  ${one.planner}: ${one.outcome}, ${one.why}`);
  const notes = explain ? (answer.notes ?? []).map((note) => `note: ${note}`) : [];
  return lines([
    head,
    "",
    ...steps,
    ...leftOut(answer),
    ...notes,
    ...(explain && asked.length > 0 ? ["asked:", ...asked] : []),
  ]);
}

/** The words that the plan does not carry. */
function leftOut({ unaccounted = [] }: PlannedAnswer): string[] {
  return unaccounted.map(({ words, from, to, why }) => `not in the plan: "${words}" (${from}–${to}, ${why})`);
}

/** Open questions with their choices. */
export function questionText(answer: PlannedAnswer): string {
  const questions = answer.plan.questions.map(({ question, choices }) => {
    const list = choices.map(({ label }) => label).join(", ");
    return `  ? ${question}${list === "" || question.includes(list) ? "" : ` [${list}]`}`;
  });
  const bad = (answer.clarification?.bad ?? []).map((value) => `  ? "${value}" does not fit`);
  return lines(["More information is needed:", ...questions, ...bad, ...leftOut(answer)]);
}

/** Why there is no plan, and the nearest tools. */
export function errorText({ code, message, details }: PlannerError): string {
  const nearest = Array.isArray(details["nearest"]) ? details["nearest"] : [];
  const names = nearest.flatMap((row) =>
    typeof row === "object" && row !== null && "tool" in row ? [row["tool"]] : [],
  );
  const issues = Array.isArray(details["issues"]) ? details["issues"] : [];
  const before = details["fallback_from"];
  const why = isJsonObject(before) && typeof before["message"] === "string" ? before["message"] : undefined;
  return lines([
    `no plan: ${message} [${code}]`,
    ...(names.length > 0 ? [`  nearest tools: ${names.slice(0, 5).map(String).join(", ")}`] : []),
    ...helpLines(details),
    ...(why === undefined ? [] : [`  asked before: ${why}`]),
    ...issues.slice(0, 5).map((issue) => `  ${canonicalText(issue)}`),
    ...(code === "PLANNER_NO_SKILLS_AVAILABLE" ? [noTool] : []),
  ]);
}

/** Words that were not understood, and what can be asked instead. */
function helpLines(details: PlannerError["details"]): string[] {
  const listOf = (name: string): string[] => {
    const value = details[name];
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  };
  const [unknown, examples] = [listOf("not_understood"), listOf("examples")];
  return [
    ...(unknown.length > 0 ? [`  not understood: ${unknown.join(", ")}`] : []),
    ...(examples.length > 0 ? [`  for example: ${examples.join("; ")}`] : []),
  ];
}

const noTool = "  See planwright tools list. A pack can add words for your tools (docs/packs.md).";

function stepLines(step: Step, reasons: readonly Reason[]): string[] {
  const led = reasons.filter((reason) => reason.step === step.id);
  const waits = step.dependsOn.length === 0 ? "" : `   after ${step.dependsOn.join(", ")}`;
  const title = step.kind === "tool" ? step.tool : step.kind;
  const chosen = led.filter(({ param }) => param === undefined).map(({ words }) => `"${words}"`);
  const why = chosen.length === 0 ? "" : `   from ${chosen.join(", ")}`;
  return [`  ${step.id}  ${title}${waits}${why}`, ...bodyOf(step, led), ...controlOf(step), ""];
}

function bodyOf(step: Step, led: readonly Reason[]): string[] {
  switch (step.kind) {
    case "tool":
      return argLines(step, led);
    case "message":
      return [`      ${step.channel}: ${step.content}`];
    case "lookup":
      return [`      ${step.target}: ${step.query}`];
    case "action":
      return [`      ${step.action} (${step.mode}) ${canonicalText(step.parameters)}`];
    case "safety":
      return [`      ${step.check}: ${step.severity}`];
    case "wait":
      return [`      ${canonicalText(step.wait)}`];
    case "plan":
      return [
        `      ${step.plan}${step.version === undefined ? "" : ` version ${step.version}`} ${canonicalText(step.parameters)}`,
      ];
    default:
      return step satisfies never;
  }
}

function argLines({ args }: ToolStep, led: readonly Reason[]): string[] {
  return Object.entries(args).map(([name, value]) => {
    const words = led
      .filter(({ param }) => param === name || param?.startsWith(`${name}.`))
      .map((one) => `"${one.words}"`);
    return `      ${name} = ${canonicalText(value)}${words.length === 0 ? "" : `   from ${words.join(", ")}`}`;
  });
}

function controlOf({ when, forEach, compensate }: Step): string[] {
  return [
    ...(when === undefined ? [] : [`      only when ${when.value} ${when.is} ${canonicalText(when.to ?? null)}`]),
    ...(forEach === undefined ? [] : [`      for each ${forEach.as} of ${forEach.over}, at most ${forEach.limit}`]),
    ...(compensate === undefined ? [] : [`      undone by ${compensate.tool} ${canonicalText(compensate.args)}`]),
  ];
}

function lines(parts: readonly string[]): string {
  return `${parts.join("\n").trimEnd()}\n`;
}
