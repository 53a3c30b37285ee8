import { transformTool } from "../surfaces/describe-operations.ts";
import type { Reading } from "../../language/reading.ts";
import { hasRole, mentions, rangesOf } from "../../language/roles.ts";
import type { Span } from "../../language/span.ts";
import { isJsonObject, type JsonObject } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { callId } from "../grammar/build-call.ts";
import type { GoalInput, GrammarOutcome, PlannedCall } from "../grammar/index.ts";
import { strings } from "../grammar/profile/schema.ts";
import { speechOf } from "../speech.ts";
import { type Field, type Kind, kindsOf } from "./kinds.ts";
import { isCounted } from "./place-quantity.ts";
import { findOf } from "./rows-text.ts";
import { searchesOf } from "./searches.ts";
import { answerWords } from "./words.ts";

/** The tool that works on lists of records. */

/** As sure as a question is about news: set by hand. */
const confidence = 0.7;

/** Records whose quantity a tool sets by their id. */
type Setter = { kind: Kind; id: Field; quantity: Field };

/** The new quantity, or what came in (above 0) or went out. */
type Change = { to: number } | { by: number };

/**
 * News of a quantity of something that is called by its name: "we sold 3 pumps", "gloves: 85 now". Which record that is is
 * known only when it is looked up, so nothing is written: the answer says what would change, and how to order it.
 * Undefined where the text is no such news.
 */
export function planChange(input: GoalInput): GrammarOutcome | undefined {
  const { reading, toolbox } = input;
  if (reading === undefined || !isNews(reading) || !toolbox.some(({ name }) => name === transformTool))
    return undefined;
  const setter = setterOf(toolbox);
  const numbers = reading.spans.filter((span) => span.kind === "number");
  const change = setter === undefined ? undefined : changeIn(reading, numbers);
  const search = searchIn(reading);
  if (setter === undefined || change === undefined || search.length === 0) return undefined;
  return build(setter, { change, search, reading }, input);
}

/** Told or ordered without a doubt, a condition or a plan, and of no money, level or reservation. */
function isNews({ clauses, spans, source }: Reading): boolean {
  const isPlain = clauses.every(
    ({ act, polarity, role }) =>
      (act === "tell" || act === "do") && role === "main" && (polarity === "positive" || polarity === "alternative"),
  );
  const isOther = ["asks money", "reorder level", "asks reserved", "wanting", "ability", "plans", "low supply"].some(
    (role) => mentions(source, role),
  );
  // "Order 5 more" is no news; "5 more arrived" is.
  const isWish = mentions(source, "some more") && !mentions(source, "came in");
  return (
    isPlain &&
    !isOther &&
    !isWish &&
    !spans.some(({ kind }) => /^(?:question|email|url|act|recurrence|identifier)$/.test(kind))
  );
}

/** Records that can be listed, with a tool that needs their id and quantity and nothing else. */
function setterOf(toolbox: readonly ToolSpec[]): Setter | undefined {
  for (const kind of kindsOf(toolbox)) {
    const id = kind.fields.find(({ sense }) => sense === "id");
    const quantity = kind.fields.find(({ sense }) => sense === "quantity");
    if (
      kind.rows === undefined ||
      kind.lines !== undefined ||
      !kind.listsAll ||
      id === undefined ||
      quantity === undefined
    )
      continue;
    const isSettable = toolbox.some(({ effect, inputSchema }) => {
      const required = isJsonObject(inputSchema) ? strings(inputSchema["required"]) : [];
      return (
        effect !== "read" && required.length === 2 && required.includes(id.name) && required.includes(quantity.name)
      );
    });
    if (isSettable) return { kind, id, quantity };
  }
  return undefined;
}

/** "Six now" goes before "broke one"; undefined where the text says neither clearly. */
function changeIn(reading: Reading, numbers: readonly Extract<Span, { kind: "number" }>[]): Change | undefined {
  const isDenied = ({ start }: Span): boolean =>
    reading.spans.some((span) => span.kind === "polarity" && span.scope.start <= start && start < span.scope.end);
  const said = numbers.filter((span) => !isDenied(span));
  const isWhole = said.every(
    (span) => Number.isInteger(span.value) && span.value >= 0 && (span.unit === undefined || isCounted(span, reading)),
  );
  if (!isWhole || said.length === 0 || said.length > 2) return undefined;
  const [absolute, ...others] = said.filter((span) => isAbsolute(span, reading));
  if (absolute !== undefined) return others.length === 0 ? { to: absolute.value } : undefined;
  const [only, ...more] = said;
  const [comesIn, goesOut] = [mentions(reading.source, "came in"), mentions(reading.source, "went out")];
  if (only === undefined || more.length > 0 || comesIn === goesOut) return undefined;
  return { by: comesIn ? only.value : -only.value };
}

/** Words before and behind a number that say that it is all there is. */
const [wordsBefore, wordsBehind] = [3, 4];

function isAbsolute({ start, end }: Span, { tokens, source }: Reading): boolean {
  const text = (from: number, to: number): string => source.slice(tokens[from]?.from ?? 0, tokens[to - 1]?.to);
  const before = text(Math.max(0, start - wordsBefore), start);
  const behind = text(end, Math.min(tokens.length, end + wordsBehind)).replace(/[,.;!].*$/s, "");
  const isSet =
    tokens.slice(0, start).some(({ lower }) => hasRole(lower, "sets")) &&
    (hasRole(tokens[start - 1]?.lower ?? "", "up to") || mentions(source, "asks quantity"));
  return (start > 0 && mentions(before, "stands at")) || (behind !== "" && mentions(behind, "stands now")) || isSet;
}

/** What the news is of: things that are named without a preposition that says where, whom or why. */
function searchIn(reading: Reading): ReturnType<typeof searchesOf> {
  const { spans, source } = reading;
  const deeds = ["came in", "went out"].flatMap((role) => rangesOf(source, role));
  const isThing = (span: Span, at: number): boolean => {
    const lower = span.text.toLowerCase();
    const isRole =
      ["count unit", "asks quantity", "supply", "sets", "thing"].some((role) => hasRole(lower, role)) ||
      deeds.some(({ from, to }) => from <= span.from && span.to <= to);
    const before = spans
      .slice(0, at)
      .findLast(({ kind, text }) => kind !== "filler" || hasRole(text.toLowerCase(), "aside"));
    const isAside = before?.kind === "filler";
    return /^(?:word|unknown|name|identifier|quoted)$/.test(span.kind) && !isRole && !isAside;
  };
  return searchesOf({ search: spans.filter(isThing), breaks: [], used: [] }, reading);
}

type News = { change: Change; search: ReturnType<typeof searchesOf>; reading: Reading };

/** Looks the record up, and asks for the change with its number and both figures. */
function build({ kind, id, quantity }: Setter, { change, search, reading }: News, input: GoalInput): GrammarOutcome {
  const speech = speechOf(input);
  const { setTo, label, nothing } = answerWords[speech];
  const [list, text] = [callId(0), callId(1)];
  const name = kind.fields.find(({ sense }) => sense === "name") ?? id;
  const becomes = "to" in change ? String(change.to) : "{becomes}";
  const template = setTo({
    name: `{${name.name}}`,
    id: `{${id.name}}`,
    field: label(quantity.words),
    is: `{${quantity.name}}`,
    becomes,
  });
  const operations: JsonObject[] = [
    { ...findOf(search), exact: true },
    ...("by" in change
      ? [{ op: "compute", pointer: `/${quantity.name}`, by: "minus", with: -change.by, as: "becomes" }]
      : []),
    { op: "lines", template, most: 3, empty: nothing(search.map((one) => one.text).join(" ")) },
  ];
  const args = kind.search === undefined ? {} : { [kind.search.param]: "" };
  const calls: PlannedCall[] = [
    { id: list, tool: kind.tool.name, args, dependsOn: [] },
    { id: text, tool: transformTool, args: { value: `{{${list}.${kind.rows ?? ""}}}`, operations }, dependsOn: [list] },
  ];
  const reasons = reading.spans.map(({ from, to, text: words }) => ({
    call: list,
    tool: kind.tool.name,
    from,
    to,
    words,
  }));
  return { kind: "plan", calls, confidence, reasons, answer: `{{${text}.value}}` };
}
