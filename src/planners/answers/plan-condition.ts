import { read, type Reading } from "../../language/reading.ts";
import { hasRole } from "../../language/words/roles.ts";
import type { Span } from "../../language/spans/span.ts";
import type { JsonObject } from "../../plan/json.ts";
import { valueText } from "../../plan/value-text.ts";
import type { GrammarOutcome } from "../grammar/goal.ts";
import { speechOf } from "../speech.ts";
import { cuesAt, cuesOf } from "./cues.ts";
import { bySense, type Kind, kindsOf } from "./kinds.ts";
import { listed, rowsOf, type Setting, transformed, without, withWords } from "./look-up.ts";
import { askOf, type Question } from "./question.ts";
import { answerWords } from "./words.ts";

/** A condition of an order as the records are now: what is ordered if it holds, or what is said if it does not. */
export type Condition = { holds: true; goal: string } | { holds: false; goal: string; outcome: GrammarOutcome };

/**
 * "If there are fewer than 5 lamps, …": a condition on a figure or the status of one record that is named. It is looked up
 * while planning. Undefined without a condition, or with one that is not about one record and something that it has.
 */
export async function conditionOf(reading: Reading, setting: Setting): Promise<Condition | undefined> {
  const conditions = reading.clauses.filter(({ role }) => role === "if" || role === "unless");
  const [clause, ...others] = conditions;
  if (clause === undefined || others.length > 0 || clause.polarity !== "positive") return undefined;
  const link = reading.spans[clause.spans[0] ?? -1];
  if (link?.kind !== "link" || reading.clauses.length < 2) return undefined;
  const { from, to } = { from: link.from, to: reading.tokens[clause.end - 1]?.to ?? link.to };
  const said = reading.source.slice(link.to, to).trim();
  const test = read(said, setting.request);
  // "Falls below 10": how it came to be so is not asked.
  const spans = test.spans.filter(({ text }) => !hasRole(text.toLowerCase(), "falls"));
  const found = await tested({ ...test, spans }, setting);
  if (found === undefined) return undefined;
  const goal = naming(found, without(reading.source, [{ from, to }]).replace(/^[\s,;]+/, ""), setting);
  if (found.passes === (clause.role === "if")) return { holds: true, goal };
  const { notSo } = answerWords[speechOf(setting.request)];
  return {
    holds: false,
    goal,
    outcome: answerOf(notSo(reading.source.slice(from, to), toldOf(found, setting)), found.kind),
  };
}

/** "If Q-1 is accepted, order it": the number in the place of the pronoun. */
function naming({ kind, row }: Tested, goal: string, { request }: Setting): string {
  const { spans } = read(goal, request);
  const isIt = (span: Span, next: Span | undefined): boolean =>
    (span.kind === "pronoun" && span.of === "thing") ||
    (span.kind === "possessive" && span.whose === "third" && (next === undefined || next.kind === "filler"));
  const it = spans.find((span, at) => isIt(span, spans[at + 1]));
  if (it === undefined || spans.some((span) => span.kind === "identifier" && span.from < it.from)) return goal;
  return `${goal.slice(0, it.from)}${valueText(row[bySense(kind.fields, "id")?.name ?? ""] ?? "")}${goal.slice(it.to)}`;
}

type Tested = { kind: Kind; row: JsonObject; question: Question; passes: boolean };

/** The one record that a condition names, and whether it is so; undefined where it names none or several. */
async function tested(reading: Reading, setting: Setting): Promise<Tested | undefined> {
  const kinds = kindsOf(setting.request.toolbox);
  const ids = reading.spans.filter(({ kind }) => kind === "identifier");
  const found: Tested[] = [];
  for (const kind of listed(kinds)) {
    const named = ids.length > 0 ? undefined : askOf(kind, reading, kinds);
    if (ids.length === 0 && named?.search.length !== 1) continue;
    // A test is understood as one of all records: the name is found by itself.
    const question = askOf(
      kind,
      { ...reading, spans: reading.spans.filter((span) => !isNameOf(span, named, reading)) },
      kinds,
    );
    const tests = [...(named?.filters.length ? named.filters : (question?.filters ?? []))];
    if (question === undefined || tests.length + question.choices.length === 0) continue;
    const rows = await namedIn({ kind, ids, named }, { kinds, setting });
    const [row, ...more] = rows;
    if (row === undefined || more.length > 0) continue;
    const id = bySense(kind.fields, "id")?.name ?? "";
    const all = question.choices.length > 0 ? await rowsOf({ kind, choices: question.choices }, setting) : rows;
    const operations = tests.map(({ field, is, to }) => ({ op: "filter", pointer: `/${field.name}`, is, to }));
    const passing = operations.length === 0 ? all : await transformed(all, operations, setting);
    found.push({
      kind,
      row,
      question: { ...question, filters: tests },
      passes: passing.some((one) => one[id] === row[id]),
    });
  }
  return found.toSorted((a, b) => b.question.score - a.question.score)[0];
}

/** A number, or words that are searched for and say nothing of a quantity. */
function isNameOf(span: Span, named: Question | undefined, reading: Reading): boolean {
  if (named === undefined) return span.kind === "identifier";
  const isUsed = named.used.some((one) => one.span === span && one.as === "argument");
  return isUsed && /^(?:word|unknown|name|quoted)$/.test(span.kind) && cuesAt(cuesOf(reading), span).length === 0;
}

async function namedIn(
  { kind, ids, named }: { kind: Kind; ids: readonly Span[]; named: Question | undefined },
  { kinds, setting }: { kinds: readonly Kind[]; setting: Setting },
): Promise<JsonObject[]> {
  const rows = await rowsOf({ kind, choices: [] }, setting);
  const field = bySense(kind.fields, "id")?.name ?? "";
  const wanted = new Set(ids.map(({ text }) => text.toUpperCase()));
  if (wanted.size > 0) return rows.filter((row) => wanted.has(valueText(row[field] ?? "").toUpperCase()));
  const [search] = named?.search ?? [];
  return search === undefined ? [] : withWords(rows, search, { kind, kinds, setting });
}

/** The record with the figures that were tested. */
function toldOf({ kind, row, question }: Tested, { request }: Setting): string {
  const { label } = answerWords[speechOf(request)];
  const [id, name] = [bySense(kind.fields, "id"), bySense(kind.fields, "name") ?? bySense(kind.fields, "person")];
  const figures = question.choices.length > 0 ? ["quantity", "reserved", "threshold"] : [];
  const fields = new Set([
    ...question.filters.map(({ field }) => field),
    ...kind.fields.filter(({ name: own }) => question.choices.some(({ param }) => param === own)),
    ...kind.fields.filter(({ sense }) => figures.includes(sense ?? "")),
  ]);
  const valueOf = (field: string | undefined): string => valueText(row[field ?? ""] ?? "");
  const told = [...fields].map((field) => `${label(field.words)} ${valueOf(field.name)}`);
  return `${valueOf(name?.name)} (${valueOf(id?.name)}): ${told.join(", ")}`;
}

/** As sure as a plan is whose records were looked up: set by hand. */
const confidence = 0.85;

/** The lookup that the answer is from, and the answer. */
function answerOf(answer: string, { tool, search }: Kind): GrammarOutcome {
  const args = search === undefined ? {} : { [search.param]: "" };
  return { kind: "plan", calls: [{ id: "s1", tool: tool.name, args, dependsOn: [] }], confidence, reasons: [], answer };
}
