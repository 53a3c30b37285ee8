import { compact } from "../../plan/compact.ts";
import { surfaces } from "../../contracts/surfaces.ts";
import { type CheckResult, refused } from "../../plan/check-result.ts";
import type { Issue } from "../../plan/issue.ts";
import { createIssue } from "../../plan/create-issue.ts";
import type { Json } from "../../plan/json.ts";
import { nearest } from "../../plan/nearest.ts";
import { parseWith } from "../../plan/parse.ts";
import { Plan } from "../../plan/plan.ts";
import { parseTemplate } from "../../plan/references.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { validatePlan } from "../../plan/validate/validate-plan.ts";
import type { GrammarOutcome, PlannedCall } from "../grammar/goal.ts";
import { toSteps } from "../surfaces/steps.ts";
import { Reply, type ReplyCall } from "./reply.ts";

type ReplyContext = { toolbox: readonly ToolSpec[]; control: boolean };

/** The outcome of a reply, with the purpose of each call. */
export type ParsedReply = { outcome: GrammarOutcome; notes: ReadonlyMap<string, string> };

/** Fixed confidence: a model's own estimate is not reliable. */
const confidence = { plan: 0.7, ask: 0.5, none: 0.5 } as const;

/** Parses a model's reply and validates its shape, tools, arguments and references with the plan module. */
export function readReply(value: Json, asked: ReplyContext): CheckResult<ParsedReply> {
  const parsed = parseWith(Reply, value);
  if (!parsed.ok) return parsed;
  const reply = parsed.value;
  const contradictions = contradictionsIn(reply);
  if (contradictions.length > 0) return { ok: false, issues: contradictions };
  switch (reply.outcome) {
    case "plan":
      return readPlan(reply.calls, asked);
    case "ask": {
      const issues = reply.questions.flatMap(({ tool }, at) => toolIssue(tool, `/questions/${at}/tool`, asked.toolbox));
      if (issues.length > 0) return { ok: false, issues };
      const missing = reply.questions.map(({ tool, param, question, choices }) => {
        return { tool, param, choices, why: "absent" as const, ask: { en: question, ru: question } };
      });
      return parsedReply({ kind: "clarify", calls: [], missing, bad: [], confidence: confidence.ask, reasons: [] });
    }
    case "none":
      return parsedReply({ kind: "none", nearest: [], confidence: confidence.none, reasons: [] });
    default:
      return reply.outcome satisfies never;
  }
}

/** Fields that the outcome requires but lacks, or has but does not allow. */
function contradictionsIn({ outcome, calls, questions }: Reply): Issue[] {
  const say = (field: string, message: string): Issue => createIssue("INVALID_VALUE", `/${field}`, { message });
  return [
    ...(outcome === "plan" && calls.length === 0 ? [say("calls", 'outcome "plan" needs calls')] : []),
    ...(outcome === "ask" && questions.length === 0 ? [say("questions", 'outcome "ask" needs questions')] : []),
    ...(outcome !== "plan" && calls.length > 0 ? [say("calls", `outcome "${outcome}" has no calls`)] : []),
    ...(outcome !== "ask" && questions.length > 0 ? [say("questions", `outcome "${outcome}" has no questions`)] : []),
  ];
}

function readPlan(replied: readonly ReplyCall[], { toolbox, control }: ReplyContext): CheckResult<ParsedReply> {
  const calls = replied.map(toCall);
  const { steps } = toSteps(calls, { ids: (at) => calls[at]?.id ?? "", spelling: "braces" });
  const proof = validatePlan(Plan.parse({ steps }), new Map(toolbox.map((tool) => [tool.name, tool])), {
    // Contract 4 supports calls like the other surfaces, without conditions and iteration.
    surface: control ? undefined : surfaces.determinism,
  });
  if (!proof.ok) return refused(...proof.issues.map(inReply));
  const notes = new Map(replied.flatMap(({ id, note }) => (note === undefined ? [] : [[id, note] as const])));
  return parsedReply({ kind: "plan", calls, confidence: confidence.plan, reasons: [] }, notes);
}

function parsedReply(
  outcome: GrammarOutcome,
  notes: ReadonlyMap<string, string> = new Map(),
): CheckResult<ParsedReply> {
  return { ok: true, value: { outcome, notes } };
}

function toCall({ id, tool, args, depends_on, when, for_each }: ReplyCall): PlannedCall {
  const said = JSON.stringify([args, when?.value ?? "", for_each?.over ?? ""]);
  const own = for_each?.as;
  const needs = [...depends_on, ...jobKeyNames(said).filter((name) => name !== own)];
  return {
    id,
    tool,
    args,
    dependsOn: [...new Set(needs)].filter((name) => name !== id),
    ...compact({ when }),
    ...(for_each !== undefined && { forEach: toIteration(for_each) }),
  };
}

/** The names of the calls that a text refers to. */
function jobKeyNames(text: string): string[] {
  return parseTemplate(text, "braces").parts.flatMap((part) => (typeof part === "object" ? [part.name] : []));
}

function toIteration({ order_by, ...rest }: NonNullable<ReplyCall["for_each"]>): NonNullable<PlannedCall["forEach"]> {
  return { ...rest, limit: 100, ...compact({ orderBy: order_by }) };
}

function toolIssue(tool: string, pointer: string, toolbox: readonly ToolSpec[]): Issue[] {
  const names = toolbox.map(({ name }) => name);
  if (names.includes(tool)) return [];
  const close = nearest(tool, names);
  const hint = close === undefined ? {} : { hint: `Did you mean "${close}"?` };
  return [createIssue("UNKNOWN_TOOL", pointer, { message: `there is no tool "${tool}"`, ...hint })];
}

/** Points issues at the model's calls instead of at plan steps. */
function inReply(issue: Issue): Issue {
  const pointer = issue.pointer
    .replace(/^\/steps\//, "/calls/")
    .replace(/^(\/calls\/\d+)\/dependsOn/, "$1/depends_on")
    .replace(/^(\/calls\/\d+)\/forEach/, "$1/for_each");
  return { ...issue, pointer };
}
