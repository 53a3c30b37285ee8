import { compact } from "../plan/compact.ts";
import { read, type Reading } from "../language/reading.ts";
import { timesIn } from "../language/times-in.ts";
import type { Issue } from "../plan/issue.ts";
import type { Json, JsonObject } from "../plan/json.ts";
import type { Plan } from "../plan/plan.ts";
import { atPointer, parsePointer } from "../plan/pointer.ts";
import type { PlannerAnswer, PlannerRequest, SurfaceName } from "../ports/planner.ts";
import { withoutEmptyChange } from "./account/empty-change.ts";
import { withoutForeignId, withoutGuess } from "./account/guess.ts";
import { declaredLookups } from "./declared-lookups.ts";
import { planAnswer, withRows } from "./answers/plan-answer.ts";
import { planChange } from "./answers/plan-change.ts";
import { helpFor } from "./help.ts";
import type { GoalInput, GrammarOutcome, MissingParameter, PlannedCall } from "./grammar/goal.ts";
import { isTaughtBook } from "./lessons/book.ts";
import { planTaught, type TaughtOutcome } from "./lessons/plan-taught.ts";
import { onlyAsks } from "./actions/route.ts";
import { checkRules } from "./packs/check-rules.ts";
import type { Pack } from "./packs/pack.ts";
import { planWithPacks } from "./packs/plan-with-packs.ts";
import { readyPack, type ReadyPack } from "./packs/match-packs.ts";
import { type Speech, speechOf } from "./speech.ts";
import { answerOn } from "./surfaces/answer.ts";
import { deedOf, isHowTo } from "./surfaces/how-to.ts";
import type { Understand } from "./surfaces/understand.ts";

/** To measure rules: one that is left out, and somebody who is told what a confidence rests on. */
type Probe = Pick<GoalInput, "without" | "observe">;
type RulesOptions = { packs: readonly Pack[]; probe?: Probe; author: Plan["metadata"] };

export function planByRules(request: PlannerRequest, { packs, probe = {}, author }: RulesOptions): PlannerAnswer {
  return answerOn(request, understandWith(packs, probe), author);
}

function understandWith(packs: readonly Pack[], probe: Probe): Understand {
  return (goal, request) => {
    if (request.surface === "service" && isHowTo(goal)) return howToSay(deedOf(goal), request, packs);
    const reading = read(goal, request);
    if (reading.clauses.length > mostClauses || reading.spans.length > mostSpans) return overlong;
    const { toolbox: all, reads, restore } = declaredLookups(request.toolbox);
    const toolbox = onlyAsks(reading) ? reads : all;
    const clean = withoutFillers(reading);
    const input = { ...goalInput(clean, { ...request, toolbox }), reading, ...probe };
    const isAnswered = answers.has(request.surface);
    const taught = taughtBy(request, input);
    // What was taught word for word goes before what the rules would make of it.
    const found =
      taught?.whole === true
        ? taught.outcome
        : betterOf(
            taught,
            (isAnswered ? (planChange(input) ?? planAnswer(input)) : undefined) ?? planWithPacks(input, packs),
          );
    const planned = restore(isAnswered ? withRows(found, input) : found);
    const sure = withoutForeignId(withoutGuess(planned, { ...request, goal }), { ...request, goal, toolbox });
    const outcome = withoutEmptyChange(sure, request);
    const ready = packs.map((pack) => readyPack(pack, toolbox));
    if (outcome.kind === "none") return { ...outcome, help: helpFor({ ...request, goal }, outcome.nearest, ready) };
    return applyRules(outcome, ready, speechOf({ ...request, goal }));
  };
}

/** How a deed is ordered here: nothing is done, and the help names what can be said. */
function howToSay(deed: string, request: PlannerRequest, packs: readonly Pack[]): GrammarOutcome {
  const { toolbox } = declaredLookups(request.toolbox);
  const asked = { ...request, goal: deed, toolbox };
  const found = planWithPacks({ ...goalInput(deed, asked), reading: read(deed, request) }, packs);
  const nearest = found.kind === "none" ? [] : found.calls.map(({ tool }) => ({ tool, score: 1 }));
  const ready = packs.map((pack) => readyPack(pack, toolbox));
  const help = helpFor(asked, nearest, ready);
  // A tool that shares no word with the deed is not meant.
  const isNear = nearest.length > 0 && help.understood.length > 0;
  return { kind: "none", nearest, confidence: 0.9, reasons: [], ...(isNear && { help }) };
}

function taughtBy({ taught, account }: PlannerRequest, input: GoalInput): TaughtOutcome | undefined {
  return taught !== undefined && isTaughtBook(taught) ? planTaught(input, taught, account === "report") : undefined;
}

/** A lesson that is only like the request counts where it uses all values and is surer than the rules. */
function betterOf(taught: TaughtOutcome | undefined, ruled: GrammarOutcome): GrammarOutcome {
  if (taught === undefined) return ruled;
  const isBetter = !taught.leavesValue && taught.outcome.confidence > ruled.confidence;
  if (ruled.kind === "plan" && ruled.calls.every(({ tool }) => taught.isShown(tool))) return taught.outcome;
  return ruled.kind !== "plan" || isBetter ? taught.outcome : ruled;
}

/** Clauses and spans of one request that are planned; the work grows faster than their number. */
const mostClauses = 60;
const mostSpans = 600;

const overlong: GrammarOutcome = {
  kind: "none",
  nearest: [],
  confidence: 0.9,
  reasons: [],
  help: { talk: "overlong", understood: [], unknown: [], examples: [] },
};

/** Where a question gets its answer in words. */
const answers: ReadonlySet<SurfaceName> = new Set(["service", "runs"]);

/** The goal with blanks for "um" and "please": offsets stay, and no rule has to look around them. A text behind a colon keeps its words. */
function withoutFillers({ source, spans }: Reading): string {
  let text = source;
  const colon = source.indexOf(": ");
  const own = colon < 0 ? source.length : colon;
  for (const span of spans)
    if (span.from < own && span.kind === "filler" && (span.of === "hesitation" || span.of === "politeness"))
      text = `${text.slice(0, span.from)}${" ".repeat(span.to - span.from)}${text.slice(span.to)}`;
  return /\S/.test(text) ? text : source;
}

/**
 * A plan knows the time by the dates its goal names, and by the day. Where the goal is read in parts, with what was said
 * before it or without its quotes, other dates may be read than stand in it: there it is the time itself.
 */
export function timeOf({ goal, history = [], surface, now, zone }: PlannerRequest): Json {
  if (surface === "structured" || history.length > 0 || /["'“”«»‘’`]/.test(goal)) return now;
  const { today, dates } = timesIn(goal, { now, zone });
  return { today, dates: dates.map((date): JsonObject => JSON.parse(JSON.stringify(date))) };
}

/** Only the internal model supports conditions and iteration. */
const features: Record<SurfaceName, NonNullable<GoalInput["surface"]>> = {
  service: { conditions: false, iteration: false },
  structured: { conditions: false, iteration: false },
  determinism: { conditions: false, iteration: false },
  calls: { conditions: false, iteration: false },
  runs: { conditions: true, iteration: true },
};

function goalInput(goal: string, request: PlannerRequest): GoalInput {
  const { toolbox, history, now, zone, locale, surface } = request;
  return {
    goal,
    toolbox,
    now,
    zone,
    surface: features[surface],
    ...compact({ history, locale }),
  };
}

/** Turns a plan that violates a business rule of a pack into a question, worded by the rule. */
function applyRules(outcome: GrammarOutcome, packs: readonly ReadyPack[], speech: Speech): GrammarOutcome {
  if (outcome.kind !== "plan" || packs.length === 0) return outcome;
  const { calls, confidence, reasons } = outcome;
  const issues = checkRules(packs, calls, speech);
  if (issues.length === 0) return outcome;
  const broken = issues.map((issue) => toMissing(issue, calls, speech));
  const bad = issues.flatMap(({ pointer }) => textAt(calls, pointer));
  return { kind: "clarify", calls, missing: broken, bad, confidence, reasons };
}

/** A rule issue points at `/<index of the call>/args/<path>`. */
function toMissing({ code, pointer, message }: Issue, calls: readonly PlannedCall[], speech: Speech): MissingParameter {
  const [at = "", , ...path] = parsePointer(pointer) ?? [];
  const why = code === "MISSING_FIELD" ? "absent" : "bad";
  return { tool: calls[Number(at)]?.tool ?? "", param: path.join("."), choices: [], why, ask: { [speech]: message } };
}

function textAt(calls: readonly PlannedCall[], pointer: string): string[] {
  const value = atPointer(calls, pointer);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
