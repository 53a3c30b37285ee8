import type { Reading } from "../../language/reading.ts";
import { hasRole } from "../../language/words/roles.ts";
import type { Span } from "../../language/spans/span.ts";
import type { Json } from "../../plan/json.ts";
import { valueText } from "../../plan/value-text.ts";
import { isPlannerError, type PlannedAnswer, type PlannerAnswer } from "../../ports/planner.ts";
import { bySense, type Kind, kindsOf } from "./kinds.ts";
import { isName, listed, type NamedRow, namedRows, rowsOf, searchIn, type Setting, writes } from "./look-up.ts";

/** Names of one request that are looked up, and plans that are tried with what they may stand for. */
const [mostNames, mostPlans] = [4, 12];
const longestName = 4;

/** Some words of a text, and what may stand in their place: the number of a record, which only a parameter of that name takes. */
type Place = { from: number; to: number; texts: readonly string[]; id: Json; param: string };

/**
 * Plans again with the numbers of records in the place of their names: "set the lamps to 5", "order Q-1 from Delta". Of
 * somebody who gets something, the e-mail address is tried too; whom a record belongs to anyway need not be said.
 */
export async function planNames(reading: Reading, setting: Setting): Promise<PlannerAnswer | undefined> {
  const { request, plan } = setting;
  const places = await placesIn(reading, setting);
  if (places.length === 0) return undefined;
  for (const texts of variants(places).slice(0, mostPlans)) {
    const goal = filled(request.goal, places, texts);
    const answer = await plan({ ...request, goal });
    if (!writes(answer, request) || isPlannerError(answer) || (answer.unaccounted ?? []).length > 0) continue;
    if (places.every(({ id, param }, at) => texts[at] !== id || takes(answer, param, id))) return answer;
  }
  return undefined;
}

function takes({ plan: { steps } }: PlannedAnswer, param: string, id: Json): boolean {
  return steps.some((step) => step.kind === "tool" && step.args[param] === id);
}

/** One text for each place; the first of each place first. */
function variants([first, ...others]: readonly Place[]): string[][] {
  if (first === undefined) return [[]];
  const rest = variants(others);
  return first.texts.flatMap((text) => rest.map((texts) => [text, ...texts]));
}

function filled(goal: string, places: readonly Place[], texts: readonly string[]): string {
  let [text, end] = ["", 0];
  for (const [at, { from, to }] of places.entries()) {
    text += `${goal.slice(end, from)}${texts[at] ?? ""}`;
    end = to;
  }
  return text + goal.slice(end);
}

async function placesIn(reading: Reading, setting: Setting): Promise<Place[]> {
  const kinds = listed(kindsOf(setting.request.toolbox)).filter(({ fields }) => bySense(fields, "name") !== undefined);
  const places: Place[] = [];
  for (const run of runsIn(reading, kinds)) {
    const found = places.length < mostNames ? await longestNamed(run, { reading, kinds, setting }) : undefined;
    if (found !== undefined) places.push(found);
  }
  return places;
}

/** Words side by side in clauses that order something, each of which may be part of a name. */
function runsIn({ spans, clauses, tokens }: Reading, kinds: readonly Kind[]): Span[][] {
  const runs: Span[][] = [];
  for (const [at, span] of spans.entries()) {
    const act = clauses[span.clause]?.act;
    if (!mayName(span) || (act !== "do" && act !== "tell")) continue;
    const before = spans[at - 1];
    const isNext = before?.end === span.start && before.clause === span.clause && runs.at(-1)?.at(-1) === before;
    if (isNext) runs.at(-1)?.push(span);
    else runs.push([span]);
  }
  return runs;

  function mayName(span: Span): boolean {
    const lower = span.text.toLowerCase();
    const isNoun = kinds.some(({ nouns }) => nouns.has(tokens[span.start]?.stem ?? ""));
    const isRole = ["document", "party", "client", "thing", "supply", "count unit"].some((role) =>
      hasRole(lower, role),
    );
    return isName(span) && !isNoun && !isRole && lower.length > 2;
  }
}

type Known = { reading: Reading; kinds: readonly Kind[]; setting: Setting };

/** The longest part of a run that is the name of one record alone. */
async function longestNamed(run: readonly Span[], known: Known): Promise<Place | undefined> {
  for (let length = Math.min(run.length, longestName); length > 0; length -= 1)
    for (let start = 0; start + length <= run.length; start += 1) {
      const part = run.slice(start, start + length);
      const [search, ...others] = searchIn(part, known.reading);
      if (search === undefined || others.length > 0) continue;
      const all = await namedRows(search, known.kinds, known.setting);
      // Of namesakes the one that a record of the text belongs to is meant.
      const own = all.length > 1 ? await ownersIn(all, known) : [];
      const [found, ...more] = own.length > 0 ? own.slice(0, 1) : all;
      const [from, to] = [part[0]?.from ?? 0, part.at(-1)?.to ?? 0];
      if (found === undefined || more.length > 0) continue;
      const param = bySense(found.kind.fields, "id")?.name ?? "";
      return { from, to, texts: await textsFor(found, known), id: found.id, param };
    }
  return undefined;
}

async function ownersIn(rows: readonly NamedRow[], known: Known): Promise<NamedRow[]> {
  const found: NamedRow[] = [];
  for (const row of rows) if (await ownsNamed(row.id, known)) found.push(row);
  return found;
}

/** Its number; for whom a record that is named belongs to, nothing; an e-mail address. */
async function textsFor({ kind, row, id }: NamedRow, { reading, kinds, setting }: Known): Promise<string[]> {
  const contact = kind.fields.find(({ sense, stems }) => sense === "contact" && stems.includes("email"));
  const address = contact === undefined ? undefined : row[contact.name];
  const isOwn = contact !== undefined && (await ownsNamed(id, { reading, kinds, setting }));
  return [
    ...(isOwn ? [""] : []),
    valueText(id),
    ...(typeof address === "string" && address.includes("@") ? [address] : []),
  ];
}

/** Whether a record whose number stands in the text refers to the id. */
async function ownsNamed(id: NamedRow["id"], { reading, setting }: Known): Promise<boolean> {
  const said = new Set(reading.spans.flatMap(({ kind, text }) => (kind === "identifier" ? [text.toUpperCase()] : [])));
  if (said.size === 0) return false;
  for (const kind of listed(kindsOf(setting.request.toolbox))) {
    const rows = await rowsOf({ kind, choices: [] }, setting);
    const isOwner = rows.some((row) => {
      const values = Object.values(row);
      return values.includes(id) && values.some((value) => typeof value === "string" && said.has(value.toUpperCase()));
    });
    if (isOwner) return true;
  }
  return false;
}
