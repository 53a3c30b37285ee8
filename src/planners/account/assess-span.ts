import type { NumberSpan, Span } from "../../language/spans/span.ts";
import type { Operation } from "../../language/words/operation.ts";
import { operationsOf } from "../../language/words/operations-of.ts";
import { hasRole, mentions } from "../../language/words/roles.ts";
import type { Role } from "./account.ts";
import { planValues } from "./plan-values.ts";
import { hasDate, hasDuration, hasNumber, hasTime } from "./same-value.ts";
import { inTools, isOperation, inValues, type AccountContext, usedAs } from "./account-context.ts";

/** The outcome of a span: its role in the plan, nothing because it means nothing, or undefined where it is lost. */
export type Finding = Role | "meaningless" | undefined;

/** Whether the plan carries a span. Values are compared by type and value, words by their stems. */
export function assessSpan(context: AccountContext, span: Span): Finding {
  switch (span.kind) {
    case "filler":
    case "question":
      return "meaningless";
    case "link":
      return span.link === "if" || span.link === "unless" || span.link === "else"
        ? condition(context, span)
        : "meaningless";
    case "number":
      return hasAmount(context, amount(context, span)) ? currency(context, span) : spoken(context, span);
    case "date":
    case "interval":
      return hasDate(context.values, span) ? "argument" : spoken(context, span);
    case "time":
      return hasTime(context.values, span) ? "argument" : spoken(context, span);
    case "duration":
      return hasDuration(context.values, span) ? "argument" : spoken(context, span);
    case "verb":
      return verb(context, span);
    case "quantifier":
      return quantifier(context, span);
    case "possessive":
      return possessive(context, span);
    case "comparator":
      return comparator(context, span);
    case "pronoun":
      return pronoun(context, span);
    case "quoted":
    case "identifier":
    case "email":
    case "url":
    case "name":
    case "word":
    case "unknown":
    case "recurrence":
    case "polarity":
    case "act":
      return named(context, span);
    default:
      return span satisfies never;
  }
}

/** In a text of the plan word by word; or used to narrow it, which leaves no value behind. */
function spoken(context: AccountContext, span: Span): Finding {
  const tokens = context.reading.tokens.slice(span.start, span.end);
  if (inValues(context, tokens, span.text)) return "argument";
  const used = usedAs(context, span);
  return used === "argument" ? undefined : used;
}

/** A word or name: in a value, said by the planner to be used, or a word of the tools. */
function named(context: AccountContext, span: Span): Finding {
  const tokens = context.reading.tokens.slice(span.start, span.end);
  if (inValues(context, tokens, span.text)) return "argument";
  return usedAs(context, span) ?? (inTools(context, tokens) ? "tool" : undefined);
}

/** Both ends of a range must be in one call: two calls would do it twice. */
function hasAmount({ values, plan }: AccountContext, span: NumberSpan): boolean {
  if (span.max === undefined) return hasNumber(values, span);
  return plan.calls.some((call) => hasNumber(planValues([call], {}), span));
}

/** "1.2m" is a length only for tools that speak of one. */
function amount({ tools }: AccountContext, span: NumberSpan): NumberSpan {
  const { scaled, unit: _, ...rest } = span;
  const isLength = [span.unit ?? "", "length", "distanc"].some((stem) => tools.some(({ stems }) => stems.has(stem)));
  if (scaled === undefined || isLength) return span;
  return { ...rest, value: scaled };
}

/** The plan must hold the currency too, or its tools must speak of it. */
function currency(context: AccountContext, { currency: code }: NumberSpan): Finding {
  if (code === undefined || context.reads) return "argument";
  const lower = code.toLowerCase();
  return context.values.texts.some((text) => text.includes(lower)) ||
    context.tools.some(({ stems }) => stems.has(lower))
    ? "argument"
    : undefined;
}

type SpanOf<Kind extends Span["kind"]> = Extract<Span, { kind: Kind }>;

/** A verb must be what a tool does: that a description mentions it is enough for reading only. */
function verb(context: AccountContext, span: SpanOf<"verb">): Finding {
  const tokens = context.reading.tokens.slice(span.start, span.end);
  if (context.reads && isOrder(context, span)) return undefined;
  if (inValues(context, tokens, span.text)) return "argument";
  const used = usedAs(context, span);
  if (used !== undefined) return used;
  if (isOperation(context, span.op) || inTools(context, tokens, context.reads ? "stems" : "deeds")) return "tool";
  const others = operationsOf(span.text);
  return others.some((op) => isOperation(context, op)) || (context.reads && others.includes("read"))
    ? "tool"
    : undefined;
}

/** "Order 40 more", "book a table": no tool that only reads does that, though its name may have the word. */
function isOrder({ reading, plan }: AccountContext, span: SpanOf<"verb">): boolean {
  if (span.form !== "imperative" || !orders.has(span.op) || plan.calls.some(({ tool }) => tool?.effect !== "read"))
    return false;
  // "Can we ship 30" asks whether it is possible.
  if (mentions(reading.source, "ability")) return false;
  const next = reading.spans.find(({ start }) => start === span.end);
  return (next?.kind === "number" && next.ordinal !== true) || hasRole(next?.text.toLowerCase() ?? "", "one more");
}

const orders: ReadonlySet<Operation> = new Set(["buy", "create", "delete", "update", "move", "send", "schedule"]);

function quantifier(context: AccountContext, span: SpanOf<"quantifier">): Finding {
  const direct = named(context, span);
  if (direct !== undefined) return direct;
  const { calls } = context.plan;
  const iterates = calls.some(({ forEach }) => forEach !== undefined);
  switch (span.value) {
    case "all":
    case "each":
    case "any":
    case "both":
      return iterates ? "filter" : context.reads || calls.length > 1 ? "tool" : undefined;
    case "first":
    case "last":
    case "some":
      return calls.some(({ forEach }) => forEach?.take !== undefined || forEach?.orderBy !== undefined)
        ? "order"
        : undefined;
    case "only":
    case "except":
    case "other":
    case "rest":
    case "none":
      return calls.some(({ forEach }) => (forEach?.where ?? []).length > 0) ? "filter" : undefined;
    default:
      return span.value satisfies never;
  }
}

/** Whose thing it is says nothing more where the thing itself is named: "my subscription SUB-214". */
function possessive(context: AccountContext, span: SpanOf<"possessive">): Finding {
  // "Our stock" is all there is to ask about.
  if (span.whose === "listener" || (span.whose === "group" && context.reads)) return "meaningless";
  const direct = named(context, span);
  if (direct !== undefined) return direct;
  const after = context.reading.spans.filter(({ start, clause }) => start >= span.end && clause === span.clause);
  const end = after.findIndex(({ kind }) => kind === "verb" || kind === "link" || kind === "polarity");
  const thing = after
    .slice(0, Math.min(4, end < 0 ? after.length : end))
    .find(({ kind }) => /^(?:identifier|quoted|email|url)$/.test(kind));
  if (thing !== undefined) return assessSpan(context, thing);
  return span.whose === "third" ? antecedent(context, span) : undefined;
}

/** "More than 100": the number says it, where the plan has it. */
function comparator(context: AccountContext, span: SpanOf<"comparator">): Finding {
  const direct = named(context, span);
  if (direct !== undefined) return direct;
  const near = context.reading.spans.find(
    ({ start, end, kind }) => kind === "number" && ((start >= span.end && start <= span.end + 2) || end === span.start),
  );
  return near === undefined ? undefined : assessSpan(context, near);
}

/** "It" is a result of an earlier call, or a thing that was named before it. */
function pronoun(context: AccountContext, span: SpanOf<"pronoun">): Finding {
  if (span.of === "speaker" || span.of === "group" || span.of === "listener") return "meaningless";
  // "What time is it": the phrase of a pack has the word.
  if (usedAs(context, span) === "tool") return "tool";
  if (context.plan.calls.some(({ dependsOn, forEach }) => dependsOn.length > 0 || forEach !== undefined))
    return "argument";
  return antecedent(context, span);
}

/** A thing named before in the text, which the plan has. */
function antecedent(context: AccountContext, { start }: Span): Finding {
  const before = context.reading.spans.filter(({ end }) => end <= start);
  const thing = before.some(
    (one) =>
      /^(?:quoted|identifier|email|url|name|term|word|unknown|number)$/.test(one.kind) &&
      assessSpan(context, one) !== undefined,
  );
  return thing ? "argument" : undefined;
}

function condition(context: AccountContext, span: SpanOf<"link">): Finding {
  return context.plan.calls.some(({ when }) => when !== undefined) ? "condition" : named(context, span);
}
