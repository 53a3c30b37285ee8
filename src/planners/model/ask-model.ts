import type { CheckResult } from "../../plan/check-result.ts";
import type { Issue } from "../../plan/issue.ts";
import type { JsonObject } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { Model, ModelCall, ModelFailure, ModelMessage } from "../../ports/model.ts";
import type { PlannerRequest, TokenUsage } from "../../ports/planner.ts";
import { modelIssues } from "../account/model-issues.ts";
import { firstMessages, repairMessages } from "./prompt.ts";
import { readReply, type ParsedReply } from "./read-reply.ts";
import { replySchema } from "./reply-schema.ts";
import { salvageJson } from "./salvage.ts";

/** Repair rounds after the first answer. */
const maxRepairs = 2;

export type ModelOptions = { model: Model; name: string; maxOutputTokens: number };

/** The goal as sent to the model, and the tools offered. */
type PlanningBrief = { request: PlannerRequest; goal: string; tools: readonly ToolSpec[]; control: boolean };

/** The outcome, with token usage and notes about repairs. */
export type ModelOutcome = { usage: TokenUsage; notes: readonly string[] } & (
  | { kind: "understood"; understood: ParsedReply }
  | { kind: "failed"; failure: ModelFailure }
  | { kind: "unusable"; issues: readonly Issue[] }
);

/** Asks the model, validates the answer, and asks again with every violation, at most twice. */
export async function askModel(
  { model, name, maxOutputTokens }: ModelOptions,
  brief: PlanningBrief,
  call: ModelCall,
): Promise<ModelOutcome> {
  const messages: ModelMessage[] = firstMessages(brief.request, brief);
  const schema: { name: string; schema: JsonObject } = { name: "plan", schema: replySchema(brief.tools, brief) };
  const notes: string[] = [];
  let pointedOut = false;
  let usage: TokenUsage = { model: name, inputTokens: 0, outputTokens: 0 };
  for (let round = 0; ; round += 1) {
    const asked = { model: name, messages: [...messages], schema, maxOutputTokens, temperature: 0 };
    const result = await model.call(asked, call);
    usage = sum(usage, result.ok ? result.answer.usage : result.failure.usage);
    if (!result.ok) return { kind: "failed", failure: result.failure, usage, notes };
    const { text } = result.answer;
    const read = held(readAnswer(text, brief, notes), brief);
    if (read.ok) return { kind: "understood", understood: read.value, usage, notes };
    // What was dropped or invented is pointed out once.
    const again = read.issues.some(({ code }) => code === "DROPPED_WORDS" || code === "INVENTED_VALUE");
    if (again && pointedOut) return { kind: "unusable", issues: read.issues, usage, notes };
    pointedOut ||= again;
    notes.push(`round ${round + 1} was rejected: ${codesOf(read.issues)}`);
    if (round >= maxRepairs) return { kind: "unusable", issues: read.issues, usage, notes };
    messages.push(...repairMessages(text, read.issues));
  }
}

function readAnswer(
  text: string,
  { request: { toolbox }, control }: PlanningBrief,
  notes: string[],
): CheckResult<ParsedReply> {
  const salvaged = salvageJson(text);
  if (!salvaged.ok) return salvaged;
  if (salvaged.value.notes.length > 0) notes.push(`removed from the answer: ${salvaged.value.notes.join(", ")}`);
  return readReply(salvaged.value.value, { toolbox, control });
}

/** Calls must carry what was said, and nothing that was not. */
function held(answer: CheckResult<ParsedReply>, { request }: PlanningBrief): CheckResult<ParsedReply> {
  // Contract 2 states what no tool does: there nothing is dropped.
  if (!answer.ok || answer.value.outcome.kind !== "plan" || request.surface === "structured") return answer;
  const issues = modelIssues(answer.value.outcome.calls, request);
  return issues.length === 0 ? answer : { ok: false, issues };
}

function codesOf(issues: readonly Issue[]): string {
  return [...new Set(issues.map(({ code }) => code))].join(", ");
}

/** Ignores impossible counts: the ledger decides what is charged. */
function sum(usage: TokenUsage, more: TokenUsage | undefined): TokenUsage {
  const count = (tokens: number | undefined): number =>
    tokens !== undefined && Number.isSafeInteger(tokens) && tokens > 0 ? tokens : 0;
  return {
    model: usage.model,
    inputTokens: usage.inputTokens + count(more?.inputTokens),
    outputTokens: usage.outputTokens + count(more?.outputTokens),
  };
}
