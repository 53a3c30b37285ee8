import type { Reading } from "../../language/reading.ts";
import { hasRole, mentions } from "../../language/words/roles.ts";
import type { Span } from "../../language/spans/span.ts";
import type { Json } from "../../plan/json.ts";
import type { Cue } from "./cues.ts";
import { type Field, isPrice, type Kind } from "./kinds.ts";
import { type Placement, type Scope, took } from "./placement.ts";

/** A phrase that says something of the quantity; undefined where the span is no part of one that fits the records. */
export function placeCues(
  span: Span,
  cues: readonly Cue[],
  { kind, scope: { reading, found } }: { kind: Kind; scope: Scope },
): boolean | undefined {
  const has = (sense: Field["sense"]): boolean => kind.fields.some((field) => field.sense === sense);
  // "The reorder point of the paint" is a field.
  const isField = kind.fields.some(({ sense, stems }) => sense === "threshold" && isSaidFrom(stems, span, reading));
  const fits: Readonly<Record<Cue, boolean>> = {
    "reorder level": has("threshold"),
    "low supply": !isField && (lowChoice(kind) !== undefined || (has("threshold") && has("quantity"))),
    "none left": has("quantity"),
    "free supply": has("quantity") && has("reserved"),
    "held money": has("quantity") && kind.fields.some(isPrice),
    enough: has("quantity"),
    "kinds of": kind.rows !== undefined,
    restates: true,
    lacks: kind.rows !== undefined,
    leaves: has("quantity"),
  };
  const own = cues.filter((cue) => fits[cue]);
  // What has no quantity may run out on a day.
  const isUntil = kind.fields.some(
    ({ sense, stems }) => sense === "date" && stems.some((stem) => hasRole(stem, "validity")),
  );
  if (own.length === 0 && isUntil && (cues.includes("low supply") || cues.includes("none left")) && isDated(reading)) {
    found.expires = true;
    return took(span, "filter", { found, worth: 0 });
  }
  // Records without a quantity answer no question for one.
  if (own.length === 0) return !isField && (cues.includes("low supply") || cues.includes("enough")) ? false : undefined;
  for (const cue of own) found.cues.add(cue);
  if (own.includes("reorder level"))
    addField(
      kind.fields.find(({ sense }) => sense === "threshold"),
      found,
    );
  const low = own.includes("low supply") ? lowChoice(kind) : undefined;
  if (low !== undefined && !found.choices.some(({ param }) => param === low.param)) found.choices.push(low);
  return took(span, own.includes("low supply") ? "argument" : "filter", {
    found,
    worth:
      own.includes("low supply") || own.includes("reorder level")
        ? 1
        : own.includes("restates") || own.includes("kinds of") || own.includes("lacks")
          ? 0
          : 0.7,
  });
}

function addField(field: Field | undefined, { fields }: Placement): void {
  if (field !== undefined && !fields.includes(field)) fields.push(field);
}

/** Whether the words from a span on are these, in this order, and no comparison stands before them. */
function isSaidFrom(stems: readonly string[], span: Span, { spans, tokens }: Reading): boolean {
  const before = spans[spans.indexOf(span) - 1];
  const said = stems.every((stem, at) => tokens[span.start + at]?.stem === stem);
  return (
    said &&
    before?.kind !== "comparator" &&
    !(before?.kind === "filler" && spans[spans.indexOf(before) - 1]?.kind === "comparator")
  );
}

/** The option of a tool that leaves only what is running out. */
function lowChoice({ choices }: Kind): { param: string; value: Json } | undefined {
  const low = choices.find(({ values }) => values.some(({ stems }) => stems.some((stem) => hasRole(stem, "low name"))));
  const [value] = low?.values ?? [];
  return low === undefined || value === undefined ? undefined : { param: low.param, value: value.value };
}

/** A word that only says how much is needed, or of which thing: "need", "boxes of", "anything". */
export function placeHint(span: Span, kind: Kind, { reading, found }: Scope): boolean {
  const lower = span.text.toLowerCase();
  if (span.kind === "name" || span.kind === "quoted") return false;
  const isUnit = hasRole(lower, "count unit") && kind.fields.some(({ sense }) => sense === "quantity");
  const isHint =
    isUnit ||
    (hasRole(lower, "wanting") && reading.spans.length > 2) ||
    hasRole(lower, "provides") ||
    hasRole(lower, "as many") ||
    hasRole(lower, "deals in");
  found.connects ||= hasRole(lower, "provides");
  return isHint && took(span, "tool", { found, worth: 0 });
}

function isDated({ spans }: Reading): boolean {
  return spans.some(({ kind }) => kind === "date" || kind === "interval");
}

/** Larger numbers without a unit are rather a part of a name: "3310 phones". */
const mostNeeded = 1000;

/** "Do we have 20 valves", "50 boxes of bolts": how many, and no part of the name, which stands behind it. */
export function placeNeeded(
  span: Extract<Span, { kind: "number" }>,
  { fields }: Kind,
  { reading, found }: Scope,
): boolean {
  const { spans } = reading;
  const next = nextOf(span, spans);
  const counted = isCounted(span, reading);
  const isName = (span.unit !== undefined && !counted) || span.currency !== undefined || !Number.isInteger(span.value);
  const isAsked =
    mentions(reading.source, "ability") ||
    found.supposed ||
    spans.some((one) => one.kind === "question" || hasRole(one.text.toLowerCase(), "wanting"));
  if (isName || !isAsked || found.needed !== undefined || !fields.some(({ sense }) => sense === "quantity"))
    return false;
  const before = spans[spans.indexOf(span) - 1];
  const isDone = ["fulfils", "hands out"].some((role) => hasRole(before?.text.toLowerCase() ?? "", role));
  // Only an id is written with zeros before it.
  if (/^0\d/.test(span.text)) return false;
  if (!counted && (span.value >= mostNeeded || !isThing(next) || (isThing(before) && !isDone))) return false;
  found.needed = span.value;
  return took(span, "filter", { found, worth: 0.7 });
}

/** "20 packs", "20 of the packs": the unit counts things. */
export function isCounted(span: Extract<Span, { kind: "number" }>, { spans }: Reading): boolean {
  const next = nextOf(span, spans);
  const unit = span.unitText ?? next?.text ?? "";
  return hasRole(unit.toLowerCase(), "count unit");
}

function nextOf(span: Span, spans: readonly Span[]): Span | undefined {
  return spans.slice(spans.indexOf(span) + 1).find(({ kind }) => kind !== "filler");
}

function isThing(span: Span | undefined): boolean {
  return span !== undefined && /^(?:name|unknown|word|quoted|identifier)$/.test(span.kind);
}
