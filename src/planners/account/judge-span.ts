import type { NumberSpan, Span } from "../../language/span.ts";
import { operationsOf } from "../../language/operations-of.ts";
import type { Role } from "./account.ts";
import { hasDate, hasDuration, hasNumber, hasTime } from "./same-value.ts";
import { inTools, inValues, type Scene, usedAs } from "./scene.ts";

/** What became of a span: its role in the plan, nothing because it means nothing, or undefined where it is lost. */
export type Verdict = Role | "meaningless" | undefined;

/** Whether the plan carries a span. Values are compared by type and value, words by their stems. */
export function judgeSpan(scene: Scene, span: Span): Verdict {
  switch (span.kind) {
    case "filler":
    case "question":
      return "meaningless";
    case "link":
      return span.link === "if" || span.link === "unless" || span.link === "else"
        ? condition(scene, span)
        : "meaningless";
    case "number":
      return hasNumber(scene.values, span) ? currency(scene, span) : spoken(scene, span);
    case "date":
    case "interval":
      return hasDate(scene.values, span) ? "argument" : spoken(scene, span);
    case "time":
      return hasTime(scene.values, span) ? "argument" : spoken(scene, span);
    case "duration":
      return hasDuration(scene.values, span) ? "argument" : spoken(scene, span);
    case "verb":
      return verb(scene, span);
    case "quantifier":
      return quantifier(scene, span);
    case "possessive":
      return span.whose === "listener" ? "meaningless" : (possessive(scene, span) ?? named(scene, span));
    case "comparator":
      return comparator(scene, span);
    case "pronoun":
      return pronoun(scene, span);
    case "quoted":
    case "identifier":
    case "email":
    case "url":
    case "name":
    case "term":
    case "word":
    case "unknown":
    case "recurrence":
    case "polarity":
    case "act":
      return named(scene, span);
    default:
      return span satisfies never;
  }
}

/** In a text of the plan word by word; or used to narrow it, which leaves no value behind. */
function spoken(scene: Scene, span: Span): Verdict {
  const tokens = scene.reading.tokens.slice(span.start, span.end);
  if (inValues(scene, tokens, span.text)) return "argument";
  const used = usedAs(scene, span);
  return used === "argument" ? undefined : used;
}

/** A word or name: in a value, said by the planner to be used, or a word of the tools. */
function named(scene: Scene, span: Span): Verdict {
  const tokens = scene.reading.tokens.slice(span.start, span.end);
  if (inValues(scene, tokens, span.text)) return "argument";
  return usedAs(scene, span) ?? (inTools(scene.stems, tokens) ? "tool" : undefined);
}

/** The plan must hold the currency too, or its tools must speak of it. */
function currency(scene: Scene, { currency: code }: NumberSpan): Verdict {
  if (code === undefined || scene.reads) return "argument";
  const lower = code.toLowerCase();
  return scene.values.texts.some((text) => text.includes(lower)) || scene.stems.has(lower) ? "argument" : undefined;
}

type Of<Kind extends Span["kind"]> = Extract<Span, { kind: Kind }>;

/** A verb must be what a tool does: that a description mentions it is enough for reading only. */
function verb(scene: Scene, span: Of<"verb">): Verdict {
  const tokens = scene.reading.tokens.slice(span.start, span.end);
  if (inValues(scene, tokens, span.text)) return "argument";
  const used = usedAs(scene, span);
  if (used !== undefined) return used;
  if (scene.operations.has(span.op) || inTools(scene.reads ? scene.stems : scene.deeds, tokens)) return "tool";
  const others = operationsOf(span.text);
  return others.some((op) => scene.operations.has(op)) || (scene.reads && others.includes("read")) ? "tool" : undefined;
}

function quantifier(scene: Scene, span: Of<"quantifier">): Verdict {
  const direct = named(scene, span);
  if (direct !== undefined) return direct;
  const { calls } = scene.plan;
  const iterates = calls.some(({ forEach }) => forEach !== undefined);
  switch (span.value) {
    case "all":
    case "each":
    case "any":
    case "both":
      return iterates ? "filter" : scene.reads || calls.length > 1 ? "tool" : undefined;
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
function possessive(scene: Scene, span: Of<"possessive">): Verdict {
  const after = scene.reading.spans.filter(({ start, clause }) => start >= span.end && clause === span.clause);
  for (const one of after.slice(0, 4)) {
    if (one.kind === "verb" || one.kind === "link" || one.kind === "polarity") return undefined;
    if (one.kind === "identifier" || one.kind === "quoted" || one.kind === "email" || one.kind === "url")
      return judgeSpan(scene, one) === undefined ? undefined : "argument";
  }
  return undefined;
}

/** "More than 100": the number says it, where the plan has it. */
function comparator(scene: Scene, span: Of<"comparator">): Verdict {
  const direct = named(scene, span);
  if (direct !== undefined) return direct;
  const near = scene.reading.spans.find(
    ({ start, end, kind }) => kind === "number" && ((start >= span.end && start <= span.end + 2) || end === span.start),
  );
  return near === undefined ? undefined : judgeSpan(scene, near);
}

/** "It" is a result of an earlier call, or a thing that was named before it. */
function pronoun(scene: Scene, span: Of<"pronoun">): Verdict {
  if (span.of === "speaker" || span.of === "group" || span.of === "listener") return "meaningless";
  if (scene.plan.calls.some(({ dependsOn, forEach }) => dependsOn.length > 0 || forEach !== undefined))
    return "argument";
  const before = scene.reading.spans.filter(({ end }) => end <= span.start);
  const thing = before.some(
    (one) =>
      /^(?:quoted|identifier|email|url|name|term|word|unknown|number)$/.test(one.kind) &&
      judgeSpan(scene, one) !== undefined,
  );
  return thing ? "argument" : undefined;
}

function condition(scene: Scene, span: Of<"link">): Verdict {
  return scene.plan.calls.some(({ when }) => when !== undefined) ? "condition" : named(scene, span);
}
