import type { Clause } from "../../language/clause.ts";
import type { Span } from "../../language/span.ts";
import type { Unaccounted } from "../../ports/planner.ts";
import type { Part } from "./account.ts";
import { isRead, type Scene, serves } from "./scene.ts";

type Why = Unaccounted["why"];

/** What whole clauses add to the judgement of their spans: requests that are not planned, and writes that nobody asked for. */
export function judgeClauses(scene: Scene, parts: readonly Part[]): Part[] {
  const judged = [...parts];
  const writes = scene.plan.calls.filter((call) => !isRead(call));
  for (const clause of scene.reading.clauses) {
    const own = ownSpans(scene, clause);
    const why = ruledOut(clause);
    if (why !== undefined && writes.some((call) => isBare(own) || serves(scene, call, clause))) mark(judged, own, why);
    else if (why !== undefined && !scene.plan.calls.some((call) => serves(scene, call, clause))) settle(judged, own);
    else if (isUnplanned(clause, judged)) mark(judged, own, "request");
  }
  for (const at of scene.reading.spans.keys()) ruleOut(scene, at, judged);
  return judged;
}

function ownSpans({ reading }: Scene, { spans }: Clause): { at: number; span: Span }[] {
  return spans.flatMap((at) => {
    const span = reading.spans[at];
    return span === undefined ? [] : [{ at, span }];
  });
}

/** "Not sure.", "never mind": it says nothing of its own and speaks of what stands beside it. */
function isBare(own: readonly { span: Span }[]): boolean {
  return own.every(({ span: { kind } }) => /^(?:polarity|act|filler|link|question|pronoun)$/.test(kind));
}

/** Clauses that must lead to no write. */
function ruledOut({ act, polarity }: Clause): Why | undefined {
  if (act === "forbid" || act === "cancel" || polarity === "negated") return "forbidden";
  return polarity === "hedged" || polarity === "hypothetical" ? "doubtful" : undefined;
}

function mark(parts: Part[], spans: readonly { at: number }[], why: Why): void {
  for (const { at } of spans) {
    const part = parts[at];
    if (part === undefined || (why === "request" && part.standing === "meaningless")) continue;
    const { from, to, words, kind } = part;
    parts[at] = { from, to, words, kind, standing: "unaccounted", why };
  }
}

/** What must not be done and is not done is heeded. */
function settle(parts: Part[], spans: readonly { at: number }[]): void {
  for (const { at } of spans) {
    const part = parts[at];
    if (part?.standing !== "unaccounted" || part.why !== "unused") continue;
    const { from, to, words, kind } = part;
    parts[at] = { from, to, words, kind, standing: "carried", as: "condition" };
  }
}

/** A request of its own whose verb nothing does and of which no value arrived anywhere. */
function isUnplanned({ act, spans, verb, elliptic }: Clause, parts: readonly Part[]): boolean {
  if ((act !== "do" && act !== "ask") || elliptic) return false;
  const meant = spans.flatMap((at) => parts[at] ?? []).filter(({ standing }) => standing !== "meaningless");
  if (meant.length === 0) return false;
  const done = verb !== undefined && parts[verb]?.standing === "carried";
  return !done && !meant.some((part) => part.standing === "carried" && part.as !== "tool");
}

/** What a word rules out must not be a value of a write ("to Ann instead of Bob"); where it is none, the word is heeded. */
function ruleOut(scene: Scene, at: number, parts: Part[]): void {
  const span = scene.reading.spans[at];
  if (span?.kind !== "polarity") return;
  const { scope, value } = span;
  const inside = scene.reading.spans.flatMap(({ start, end }, i) =>
    start >= scope.start && end <= scope.end ? [{ at: i }] : [],
  );
  const used = inside.filter((one) => {
    const part = parts[one.at];
    return part?.standing === "carried" && part.as === "argument";
  });
  if (used.length > 0 && !scene.reads)
    mark(parts, used, value === "not" || value === "instead" ? "forbidden" : "doubtful");
  else if (used.length === 0 && (value === "not" || value === "instead")) settle(parts, [...inside, { at }]);
}
