import type { Json, JsonObject } from "../../plan/json.ts";
import { callId } from "../grammar/build-call.ts";
import type { PlannedCall } from "../grammar/goal.ts";
import { transformTool } from "../surfaces/describe-operations.ts";
import type { Kind } from "./kinds.ts";
import { isLoose, type Question } from "./question.ts";
import { findOf, linkName, listOperations, rowOperations, thingName, type TextStyle } from "./rows-text.ts";

/** A tool finds a letter or two in everything. */
const shortest = 2;

/** Rows that a step works on: where they are, what is done with them first, and the calls that give them. */
type FoundRows = { call: string; value: Json; operations: JsonObject[]; needs: string[] };

/** Puts calls together; each gets the next id. */
export class Builder {
  readonly calls: PlannedCall[] = [];

  add(tool: string, args: JsonObject, dependsOn: readonly string[]): string {
    const id = callId(this.calls.length);
    this.calls.push({ id, tool, args, dependsOn: [...dependsOn] });
    return id;
  }

  /** The calls that find the rows: one for each id; for words also one for all rows, where a tool gives them. */
  lookUp(question: Question, alone: boolean): FoundRows[] {
    const { kind, ids, search, link } = question;
    const { name } = kind.tool;
    const valueOf = (call: string): Json => (kind.rows === undefined ? [`{{${call}}}`] : `{{${call}.${kind.rows}}}`);
    const join: JsonObject[] = [];
    const needs: string[] = [];
    if (link !== undefined) {
      const { rows, call } = this.addLinked(link.kind);
      join.push({ op: "join", rows, pointer: `/${link.id}`, to: `/${link.id}`, as: linkName });
      needs.push(call);
    }
    if (question.related !== undefined && kind.listsAll && question.ids.length === 0) {
      const { rows, call } = this.addLinked(question.related.kind);
      const to = `/${question.related.id}`;
      join.push({ op: "join", rows, pointer: to, to, as: linkName, unmatched: "keep" });
      needs.push(call);
    }
    if (question.without !== undefined) {
      const { rows, call } = this.addLinked(question.without);
      const id = kind.fields.find(({ sense }) => sense === "id")?.name ?? "";
      join.push({ op: "without", rows, pointer: `/${id}`, to: `/${id}` });
      needs.push(call);
    }
    if (kind.lines !== undefined) {
      const lines = this.linesOf(kind.lines, undefined);
      return lookupsOf({ ...question, search: [] }).map((args) => {
        const call = this.add(name, args, []);
        const operations = [...lines.operations, findOf(search), ...join];
        return { call, value: valueOf(call), operations, needs: [call, ...lines.needs, ...needs] };
      });
    }
    if (ids.length > 1 && kind.rows === undefined && /^(?:sum|average|difference)$/.test(question.wanted.do)) {
      const calls = lookupsOf(question).map((args) => this.add(name, args, []));
      const value = calls.map((call) => `{{${call}}}`);
      return [{ call: calls[0] ?? "", value, operations: join, needs: [...calls, ...needs] }];
    }
    if (search.length === 0 || ids.length > 0 || !kind.listsAll || search.some(({ words }) => words.length === 0))
      return lookupsOf(question).map((args) => {
        const call = this.add(name, args, []);
        return { call, value: valueOf(call), operations: join, needs: [call, ...needs] };
      });
    // Joined rows are searched by the words of both.
    const isSearched =
      link === undefined && kind.search !== undefined && search.every(({ text }) => text.length > shortest);
    const calls = isSearched ? lookupsOf(question).map((args) => this.add(name, args, [])) : [];
    const [args = {}] = lookupsOf({ ...question, search: [] });
    const call = this.add(name, args, []);
    const otherwise = alone && isLoose(question) ? "all" : "none";
    const sale = this.addSale(question, { call, rows: valueOf(call), found: calls.map(valueOf) });
    const find = { ...findOf(search, sale ?? calls.map(valueOf)), exact: !alone, otherwise };
    return [
      {
        call: calls[0] ?? call,
        value: valueOf(call),
        operations: link?.own === true ? [find, ...join] : [...join, find],
        needs: [...calls, call, ...needs, ...(sale === undefined ? [] : [this.calls.at(-1)?.id ?? call])],
      },
    ];
  }

  /** Records with all words that are searched for or, where there are none, lines of sales with all of them. */
  addSale(
    { search, sold }: Question,
    { call, rows, found }: { call: string; rows: Json; found: readonly Json[] },
  ): Json[] | undefined {
    if (sold?.lines === undefined) return undefined;
    const exact = (known: readonly Json[]): JsonObject => ({ ...findOf(search, known), exact: true });
    const needs = this.calls.map(({ id }) => id);
    const own = this.add(transformTool, { value: rows, operations: [exact(found)] }, needs);
    const sales = this.addLinked(sold);
    const lines = this.linesOf(sold.lines, { call, rows });
    const operations = [...lines.operations, exact([`{{${own}.value}}`])];
    return [`{{${this.add(transformTool, { value: sales.rows, operations }, [call, own, sales.call])}.value}}`];
  }

  /** The lines of records, each with what it is of. */
  linesOf(
    { list, named }: NonNullable<Kind["lines"]>,
    known: { call: string; rows: Json } | undefined,
  ): { operations: JsonObject[]; needs: string[] } {
    const flatten = { op: "flatten", pointer: `/${list.name}` };
    if (named === undefined) return { operations: [flatten], needs: [] };
    const { rows, call } = known ?? this.addLinked(named.kind);
    const join = { op: "join", rows, pointer: `/${named.id}`, to: `/${named.id}`, as: thingName, unmatched: "keep" };
    return { operations: [flatten, join], needs: [call] };
  }

  /** The rows of a lookup as texts, those of a record's own list below them. */
  addTexts(question: Question, { value, operations, needs }: FoundRows, how: TextStyle): string[] {
    const { kind, wanted } = question;
    const texts = rowOperations(question, how).map(
      (own) => `{{${this.add(transformTool, { value, operations: [...operations, ...own] }, needs)}.value}}`,
    );
    const list = kind.fields.find(({ sense }) => sense === "list");
    if (wanted.do === "count")
      return texts.map((text, at) => (at === 0 ? `${(kind.rows ?? "").replaceAll("_", " ")}: ${text}` : text));
    if (
      kind.rows !== undefined ||
      list === undefined ||
      wanted.do !== "fields" ||
      wanted.fields.length > 0 ||
      question.link !== undefined
    )
      return texts;
    const below = this.add(transformTool, { value, operations: listOperations(list, how.speech) }, needs);
    return [`${texts.join("\n")}\n{{${below}.value}}`];
  }

  /** The rows of a call that was planned already, as text. */
  addText(question: Question, call: string, how: TextStyle): string {
    const { rows } = question.kind;
    const value: Json = rows === undefined ? [`{{${call}}}`] : `{{${call}.${rows}}}`;
    return this.addTexts(question, { call, value, operations: [], needs: [call] }, how).join("\n");
  }

  /** All rows of a kind, as a reference. */
  addLinked(kind: Kind): { call: string; rows: string } {
    const [args = {}] = lookupsOf({ kind, ids: [], search: [], choices: [] });
    const call = this.add(kind.tool.name, args, []);
    return { call, rows: `{{${call}.${kind.rows ?? ""}}}` };
  }

  /** The texts that are not empty, one below the other. */
  join(texts: readonly string[], empty: string): string {
    const operations: JsonObject[] = [
      { op: "filter", pointer: "", is: "not_equal", to: "" },
      { op: "lines", template: "{}", most: 10, empty },
    ];
    const needs = this.calls.filter(({ tool }) => tool === transformTool).map(({ id }) => id);
    return `{{${this.add(transformTool, { value: [...texts], operations }, needs)}.value}}`;
  }
}

/** One call for each id or number that was named, else one for all. */
export function lookupsOf({
  kind,
  ids,
  search,
  choices,
}: Pick<Question, "kind" | "ids" | "search" | "choices">): JsonObject[] {
  const chosen = Object.fromEntries(choices.map(({ param, value }) => [param, value]));
  const { id } = kind;
  const param = kind.search?.param;
  if (id !== undefined && ids.length > 0) return ids.map((one) => ({ ...chosen, [id.param]: one }));
  if (param === undefined) return [chosen];
  if (search.length > 0) return search.map(({ text }) => ({ ...chosen, [param]: text }));
  return [{ ...chosen, ...(isRequired(kind, param) && { [param]: "" }) }];
}

function isRequired({ tool: { inputSchema } }: Kind, param: string): boolean {
  const required = typeof inputSchema === "object" ? inputSchema["required"] : undefined;
  return Array.isArray(required) && required.includes(param);
}
