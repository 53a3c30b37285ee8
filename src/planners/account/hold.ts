import { compact } from "../../plan/compact.ts";
import { textsIn, waitsFor } from "../../language/clauses/order-doubts.ts";
import { changes } from "../../language/words/operation.ts";
import { read, type Reading } from "../../language/reading.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import type { Plan } from "../../plan/plan.ts";
import type { LookupStep, Step } from "../../plan/step.ts";
import {
  isPlannerError,
  type PlannedAnswer,
  type PlannerAnswer,
  type PlannerRequest,
  type UnaccountedSpan,
} from "../../ports/planner.ts";
import type { GrammarOutcome } from "../grammar/goal.ts";
import { speechOf } from "../speech.ts";
import { answerOn } from "../surfaces/answer.ts";
import { isInstruction } from "../surfaces/step-instructions.ts";
import { account, type AccountPlan, type Part } from "./account.ts";
import { askAbout, leftOut } from "./questions.ts";
import { toAccountCalls } from "./to-account-calls.ts";
import { createContext, isRead, serves } from "./account-context.ts";

/** How sure a plan that leaves something out may be of itself: less than any cascade asks of its members. */
const unsure = 0.45;

/** A plan that leaves out or goes against a part of the request is held back where it writes, and says so elsewhere. */
export function holdToAccount(answer: PlannerAnswer, request: PlannerRequest): PlannerAnswer {
  if (isPlannerError(answer) || answer.clarification !== undefined || answer.refuses === true) return answer;
  const plan = toAccountPlan(answer, request);
  if (plan.calls.length === 0) return answer;
  const reading = read(request.goal, request);
  const { unaccounted: found, parts } = account(reading, plan);
  const waits = plan.calls.every(({ when }) => when === undefined)
    ? waitsFor(reading, textsIn(plan.calls.map(({ args }) => args)))
    : undefined;
  const isNew =
    waits !== undefined &&
    !plan.calls.every((call) => isRead(call)) &&
    !found.some(({ from, to }) => from <= waits.from && to >= waits.to);
  const lost: UnaccountedSpan[] = isNew
    ? [...found, { from: waits.from, to: waits.to, words: waits.text, why: "doubtful" }]
    : [...found];
  const isStructured = request.surface === "structured";
  const unaccounted = isStructured ? lost.filter((part) => !isInstruction(part, request.goal)) : lost;
  if (unaccounted.length === 0) return answer;
  if (request.account === "report") return { ...answer, unaccounted };
  const harmless =
    plan.calls.every((call) => isRead(call)) &&
    !readsInstead(reading, plan, unaccounted) &&
    !isMostlyLost(reading, parts);
  if (harmless || isStructured) return withLeftOut(answer, unaccounted, request);
  return askInstead(answer, unaccounted, request);
}

/** More values were left out than used: what is found answers another question. What is told beside a question says why it is asked. */
function isMostlyLost({ spans, clauses }: Reading, parts: readonly Part[]): boolean {
  const isAsked = clauses.some(({ act }) => act === "ask" || act === "do");
  const isTold = (at: number): boolean => isAsked && clauses[spans[at]?.clause ?? 0]?.act === "tell";
  const values = parts.filter(
    ({ kind }, at) => /^(?:name|unknown|identifier|number|quoted)$/.test(kind) && !(isTold(at) && kind === "unknown"),
  );
  const lost = values.filter(({ status }) => status === "unaccounted");
  return lost.length * 2 > values.length;
}

/** A change is asked for, and the plan only reads what was to be changed: that would look like an answer. */
function readsInstead(reading: Reading, plan: AccountPlan, unaccounted: readonly UnaccountedSpan[]): boolean {
  const context = createContext(reading, plan);
  return reading.clauses.some((clause) => {
    const verb = clause.act === "do" && clause.verb !== undefined ? reading.spans[clause.verb] : undefined;
    if (verb?.kind !== "verb" || !changes(verb.op)) return false;
    const lost = unaccounted.some(({ from, to }) => from <= verb.from && verb.to <= to);
    return lost && plan.calls.some((call) => serves(context, call, clause));
  });
}

/** The calls of a plan with the tools they name, and the words that led to them where the planner says so. */
function toAccountPlan(
  { plan, reasons }: Pick<PlannedAnswer, "plan" | "reasons">,
  request: PlannerRequest,
): AccountPlan {
  const calls = toAccountCalls(plan.steps.flatMap(toCall), request);
  const provenance = reasons?.map(({ step, param, from, to }) => {
    return { from, to, call: step, as: param === undefined ? ("tool" as const) : ("argument" as const) };
  });
  return {
    calls,
    ...(provenance !== undefined && provenance.length > 0 && { provenance }),
    texts: plan.steps.flatMap((step) => (isPassage(step) ? [step.query] : [])),
    known: [...(request.history ?? []).map(({ content }) => content), request.contextSummary ?? ""],
  };
}

/** Searching the knowledge base passes the request on whole; other lookups ask by a name and filters, as calls do. */
function isPassage(step: Step): step is LookupStep & { target: "knowledge_base" } {
  return step.kind === "lookup" && step.target === "knowledge_base";
}

function toCall(step: Step): Parameters<typeof toAccountCalls>[0][number][] {
  if (step.kind === "tool") return [step];
  if (step.kind !== "lookup" || isPassage(step)) return [];
  const { id, dependsOn, target, query, filters } = step;
  return [{ id, dependsOn, tool: `lookup.${target}`, args: { query, filters } }];
}

/** A plan that only reads does no harm: it says what it left out, and is no longer sure of itself. */
function withLeftOut(
  answer: PlannedAnswer,
  unaccounted: readonly UnaccountedSpan[],
  request: PlannerRequest,
): PlannedAnswer {
  const said = leftOut(unaccounted, speechOf(request));
  const confidence = Math.min(answer.confidence, unsure);
  return {
    ...answer,
    plan: withWord(withoutNothing(answer.plan, askAbout(unaccounted, speechOf(request))), said, request),
    confidence,
    unaccounted,
    notes: [...(answer.notes ?? []), said],
  };
}

/** Nothing was found of what was understood, which is less than what was asked. */
function withoutNothing(plan: Plan, question: string): Plan {
  const respelt = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(respelt);
    if (!isJsonObject(value)) return value;
    const isText = typeof value["op"] === "string" && typeof value["empty"] === "string" && value["empty"] !== "";
    return { ...value, ...(isText && { empty: question }) };
  };
  const steps = plan.steps.map((step) =>
    step.kind === "tool" && Array.isArray(step.args["operations"])
      ? { ...step, args: { ...step.args, operations: respelt(step.args["operations"]) } }
      : step,
  );
  return { ...plan, steps };
}

/** In the closing message where the surface has one, in its assumptions where it has those. */
function withWord(plan: Plan, said: string, { surface }: PlannerRequest): Plan {
  if (surface === "structured") return { ...plan, assumptions: [...plan.assumptions, said] };
  const last = plan.steps.at(-1);
  if (surface !== "service" || last?.kind !== "message" || said.includes("{{")) return plan;
  return { ...plan, steps: [...plan.steps.slice(0, -1), { ...last, content: `${last.content} ${said}` }] };
}

/** A plan that writes is not made: the words that it would leave out are asked about. */
function askInstead(
  answer: PlannedAnswer,
  unaccounted: readonly UnaccountedSpan[],
  request: PlannerRequest,
): PlannerAnswer {
  const question = askAbout(unaccounted, speechOf(request));
  const tool = answer.plan.steps.find((step) => step.kind === "tool")?.tool ?? "";
  const outcome: GrammarOutcome = {
    kind: "clarify",
    calls: [],
    missing: [{ tool, param: "request", choices: [], why: "doubtful", ask: { en: question, ru: question } }],
    bad: [],
    confidence: Math.min(answer.confidence, unsure),
    reasons: [],
  };
  const { rationale: _, ...author } = answer.plan.metadata;
  const asked = answerOn(request, () => outcome, author);
  return isPlannerError(asked) ? asked : { ...answer, ...asked, ...compact({ reasons: answer.reasons }), unaccounted };
}
