import { compact } from "../../plan/compact.ts";
import { type CheckResult, refused } from "../../plan/check-result.ts";
import { createIssue } from "../../plan/create-issue.ts";
import type { Issue } from "../../plan/issue.ts";
import type { JsonObject } from "../../plan/json.ts";
import { respell } from "../../plan/respell.ts";
import type { Plan } from "../../plan/plan.ts";
import type { ToolStep } from "../../plan/step.ts";
import { createToolbox, type ToolSpec } from "../../plan/tool-spec.ts";
import { type LessonStep, maxLessonSteps } from "../../planners/lessons/lesson.ts";
import { guessForm, readUnapproved } from "../planning/read-plan.ts";
import { mapStrings } from "../../plan/map-strings.ts";

/** The calls of a plan in any contract. Closing messages and the steps that word them are left out; any other step that is not a call of a tool is refused. */
export function readTaughtPlan(document: JsonObject, tools: readonly ToolSpec[]): CheckResult<LessonStep[]> {
  const read = readUnapproved(document, guessForm(document), createToolbox(tools));
  const spelt = read.ok ? respell(read.value, { to: "braces" }) : read;
  return spelt.ok ? toSteps(spelt.value) : spelt;
}

/** Steps are numbered, and references use the numbers, whatever ids the contract has. */
function toCall(step: ToolStep, names: ReadonlyMap<string, string>): LessonStep {
  const { id, tool, effect, preview, when, forEach } = step;
  const scope = effect?.scope;
  const rename = (text: string): string => renamedText(text, names);
  return compact({
    id: names.get(id) ?? id,
    tool,
    args: mapStrings(step.args, rename),
    dependsOn: step.dependsOn.flatMap((one) => names.get(one) ?? []),
    when: mapStrings(when, rename),
    forEach: mapStrings(forEach, rename),
    scope,
    preview,
  });
}

function renamedText(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{\{\s*([A-Za-z0-9_-]+)/g, (whole, name: string) => {
    const known = names.get(name);
    return known === undefined ? whole : `{{${known}`;
  });
}

function namesOf(steps: Plan["steps"]): Map<string, string> {
  const calls = steps.filter((step) => step.kind === "tool");
  return new Map(
    calls.flatMap(({ id, resultKey }, at): [string, string][] => [
      [id, `s${at + 1}`],
      ...(resultKey === undefined ? [] : [[resultKey, `s${at + 1}`] as [string, string]]),
    ]),
  );
}

const transformTool = "json.transform";

/** Steps that only word an answer: a plan by a lesson closes with a message of its own. */
function answerSteps(steps: Plan["steps"]): ReadonlySet<string> {
  const found = new Set<string>();
  const isUsed = (id: string): boolean =>
    steps.some((step) => step.kind !== "message" && !found.has(step.id) && step.dependsOn.includes(id));
  for (const step of steps.toReversed())
    if (step.kind === "tool" && step.tool === transformTool && !isUsed(step.id)) found.add(step.id);
  return found;
}

function toSteps({ steps: all }: Plan): CheckResult<LessonStep[]> {
  const left = answerSteps(all);
  const rest = all.filter(({ id }) => !left.has(id));
  const steps = rest.some(({ kind }) => kind !== "message") ? rest : all;
  const issues: Issue[] = [];
  const calls: LessonStep[] = [];
  const names = namesOf(steps);
  for (const [at, step] of steps.entries()) {
    if (step.kind === "message") continue;
    if (step.kind !== "tool") issues.push(createIssue("LESSON_NOT_CALLS", `/plan/steps/${at}`));
    else calls.push(toCall(step, names));
  }
  if (calls.length === 0 && issues.length === 0) issues.push(createIssue("LESSON_NOT_CALLS", "/plan/steps"));
  if (calls.length > maxLessonSteps)
    issues.push(createIssue("TOO_LONG", "/plan/steps", { message: `a lesson has at most ${maxLessonSteps} calls` }));
  return issues.length === 0 ? { ok: true, value: calls } : refused(...issues);
}
