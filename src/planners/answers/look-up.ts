import type { Reading } from "../../language/reading.ts";
import type { Span } from "../../language/spans/span.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { isPlannerError, type PlannedAnswer, type PlannerAnswer, type PlannerRequest } from "../../ports/planner.ts";
import type { Lookups } from "../actions/lookups.ts";
import { transformTool } from "../surfaces/describe-operations.ts";
import { bySense, type Kind } from "./kinds.ts";
import type { Question, Search } from "./question.ts";
import { findOf } from "./rows-text.ts";
import { searchesOf } from "./searches.ts";

/** What planning by lookups needs: the request, the tools that read, and the planner to plan again with. */
export type Setting = {
  request: PlannerRequest;
  lookups: Pick<Lookups, "read">;
  plan: (request: PlannerRequest) => Promise<PlannerAnswer>;
};

export function writes(answer: PlannerAnswer, { toolbox }: PlannerRequest): boolean {
  if (isPlannerError(answer) || answer.clarification !== undefined) return false;
  const reads = new Set(toolbox.flatMap(({ name, effect }) => (effect === "read" ? [name] : [])));
  return answer.plan.steps.some((step) => step.kind === "tool" && !reads.has(step.tool));
}

export function authorOf({ plan }: PlannedAnswer): PlannedAnswer["plan"]["metadata"] {
  const { rationale: _, ...author } = plan.metadata;
  return author;
}

/** Records of which all can be listed, each by its own id. */
export function listed(kinds: readonly Kind[]): Kind[] {
  return kinds.filter(
    ({ rows, lines, listsAll, fields }) =>
      rows !== undefined && lines === undefined && listsAll && bySense(fields, "id") !== undefined,
  );
}

export async function rowsOf(
  { kind, choices }: Pick<Question, "kind" | "choices">,
  { lookups }: Pick<Setting, "lookups">,
): Promise<JsonObject[]> {
  const chosen = Object.fromEntries(choices.map(({ param, value }) => [param, value]));
  const answer = await lookups.read(kind.tool.name, {
    ...(kind.search !== undefined && { [kind.search.param]: "" }),
    ...chosen,
  });
  return answer.ok && isJsonObject(answer.output) ? objectsIn(answer.output[kind.rows ?? ""]) : [];
}

export async function transformed(
  value: Json,
  operations: JsonObject[],
  { lookups }: Pick<Setting, "lookups">,
): Promise<JsonObject[]> {
  const answer = await lookups.read(transformTool, { value, operations });
  return answer.ok && isJsonObject(answer.output) ? objectsIn(answer.output["value"]) : [];
}

/** The rows that have all words, and those that belong to a record of another kind with that name: "the paint quote". */
export async function withWords(
  rows: readonly JsonObject[],
  search: Search,
  { kind, kinds, setting }: { kind: Kind; kinds: readonly Kind[]; setting: Setting },
): Promise<JsonObject[]> {
  const found = await transformed([...rows], [{ ...findOf([search]), exact: true }], setting);
  if (found.length > 0 || rows.length === 0) return found;
  const others = await namedRows(
    search,
    listed(kinds).filter(({ tool }) => tool !== kind.tool),
    setting,
  );
  const ids = new Set(others.map(({ id }) => id));
  return rows.filter((row) => holdsAny(row, ids));
}

function holdsAny(value: Json, ids: ReadonlySet<Json>): boolean {
  if (typeof value !== "object" || value === null) return ids.has(value);
  return Object.values(value).some((one) => holdsAny(one, ids));
}

/** A record with the words that it is called by. */
export type NamedRow = { kind: Kind; row: JsonObject; id: Json };

/** The records of some kinds whose names have all words. */
export async function namedRows(search: Search, kinds: readonly Kind[], setting: Setting): Promise<NamedRow[]> {
  const all: NamedRow[] = [];
  for (const kind of kinds) {
    const id = bySense(kind.fields, "id")?.name ?? "";
    for (const row of await rowsOf({ kind, choices: [] }, setting)) all.push({ kind, row, id: row[id] ?? null });
  }
  const names = all.map(({ kind, row }, at) => ({ at, names: namesIn(kind, row) }));
  const found = await transformed(names, [{ ...findOf([search]), exact: true }], setting);
  return found.flatMap(({ at }) => (typeof at === "number" ? (all[at] ?? []) : []));
}

/** Its name, and lists of texts that it has: other names. */
function namesIn({ fields }: Kind, row: JsonObject): string[] {
  const name = row[bySense(fields, "name")?.name ?? ""];
  const others = Object.values(row).flatMap((value) => (Array.isArray(value) ? value : []));
  return [name, ...others].filter((value) => typeof value === "string");
}

/** The words of some spans as they are searched for. */
export function searchIn(search: readonly Span[], reading: Reading): Search[] {
  return searchesOf({ search: [...search], breaks: [], used: [] }, reading);
}

function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((row) => isJsonObject(row)) : [];
}

/** A part of a text that may be a name. */
export function isName(span: Span | undefined): boolean {
  return span !== undefined && /^(?:word|unknown|name|quoted)$/.test(span.kind);
}

/** The text with blanks in the place of some of its parts; offsets stay. */
export function without(goal: string, parts: readonly { from: number; to: number }[]): string {
  let text = goal;
  for (const { from, to } of parts) text = `${text.slice(0, from)}${" ".repeat(to - from)}${text.slice(to)}`;
  return text;
}
