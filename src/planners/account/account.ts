import type { Reading } from "../../language/reading.ts";
import type { Span } from "../../language/spans/span.ts";
import type { Json, JsonObject } from "../../plan/json.ts";
import type { Condition, Iteration } from "../../plan/step.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { UnaccountedSpan } from "../../ports/planner.ts";
import { findInvented } from "./invented.ts";
import { assessClauses } from "./assess-clauses.ts";
import { assessSpan, type Finding } from "./assess-span.ts";
import { createContext } from "./account-context.ts";

/** What the account needs of a reading. */
export type AccountReading = Pick<Reading, "source" | "tokens" | "sentences" | "clauses" | "spans">;

/** What a part of the text became in the plan. */
export type Role = "tool" | "argument" | "filter" | "order" | "condition";

/** One call of the plan. `tool` is absent where the toolbox does not have it. */
export type AccountCall = {
  id: string;
  name: string;
  tool?: ToolSpec;
  args: JsonObject;
  dependsOn: readonly string[];
  when?: Condition | undefined;
  forEach?: Iteration | undefined;
};

/** Words that a planner says it used; `from` and `to` are offsets into the text. Values are checked all the same. */
export type Provenance = { from: number; to: number; as: Role; call?: string };

/** A plan as the account sees it, whoever made it. */
export type AccountPlan = {
  calls: readonly AccountCall[];
  provenance?: readonly Provenance[];
  /** Texts that are passed on whole: the query of a lookup. */
  texts?: readonly string[];
  /** Values from elsewhere: earlier turns, the profile of the person, the settings of a pack. */
  known?: readonly Json[];
};

type UnaccountedReason = UnaccountedSpan["why"];

/** One span and the outcome of it. */
export type Part = { from: number; to: number; words: string; kind: Span["kind"] } & (
  | { status: "carried"; as: Role }
  | { status: "meaningless" }
  | { status: "unaccounted"; why: UnaccountedReason }
);

/** A value of the plan that nobody said and no tool returned; `path` is dotted. */
export type InventedValue = { call: string; tool: string; path: string; value: Json };

export type Account = {
  parts: readonly Part[];
  /** What is not carried, neighbours joined, in the order of the text. */
  unaccounted: readonly UnaccountedSpan[];
  invented: readonly InventedValue[];
};

/**
 * Says for every clause and span of a text whether a plan carries it. It knows nothing of how the plan was made: a pack, a
 * model and a caller are held to the same rule. Pure; linear in spans times calls.
 */
export function account(reading: AccountReading, plan: AccountPlan): Account {
  const context = createContext(reading, plan);
  // What is beyond the budget was not looked at, and counts as left out.
  const parts = assessClauses(
    context,
    reading.spans.map((span, at) => toPart(span, at < mostSpans ? assessSpan(context, span) : undefined)),
  );
  return {
    parts,
    unaccounted: join(reading, parts),
    // Found when asked for: only plans of models are held to it.
    get invented() {
      return findInvented(reading, plan);
    },
  };
}

/** A request of a person has fewer; a longer text is cut off. */
const mostSpans = 500;

function toPart(span: Span, finding: Finding): Part {
  const { from, to, text, kind } = span;
  const place = { from, to, words: text, kind };
  if (finding === undefined) return { ...place, status: "unaccounted", why: "unused" };
  return finding === "meaningless" ? { ...place, status: finding } : { ...place, status: "carried", as: finding };
}

/** Neighbours in one clause become one part; what means nothing between them goes along. */
function join({ source, spans }: AccountReading, parts: readonly Part[]): UnaccountedSpan[] {
  const found: (UnaccountedSpan & { clause: number; open: boolean })[] = [];
  for (const [at, part] of parts.entries()) {
    const last = found.at(-1);
    const clause = spans[at]?.clause ?? 0;
    if (part.status === "carried" && last !== undefined) last.open = false;
    if (part.status !== "unaccounted") continue;
    const { from, to, why } = part;
    if (last?.open === true && last.clause === clause && last.why === why) last.to = to;
    else found.push({ from, to, words: "", why, clause, open: true });
  }
  return found.map(({ from, to, why }) => ({ from, to, words: source.slice(from, to), why }));
}
