import { isJsonObject, type Json, type JsonObject, toJson } from "../../src/plan/json.ts";
import type { Iteration } from "../../src/plan/step.ts";
import { itemsOf } from "../../src/plan/control-flow.ts";
import type { OpenPlanwright } from "../../src/runtime/open-planwright.ts";

export type GoldCall = { tool: string; args: Record<string, string> };
type Step = {
  kind: "tool";
  id: string;
  tool: string;
  args: JsonObject;
  dependsOn: string[];
  forEach?: JsonObject;
};
type Row = Record<string, string | null>;
/** `fixed`: values of filters that the teacher says are always the same. */
export type WrittenPlan = { steps: Step[]; fixed: string[] };

/** How records are searched, by the parameter with their id: the tool, what it takes, and the fields that order rows. */
const searches: Readonly<Record<string, { tool: string; by: readonly string[]; person?: string; order: string }>> = {
  event_id: { tool: "calendar.search_events", by: ["query"], order: "event_start" },
  email_id: { tool: "email.search_emails", by: ["query"], order: "sent_datetime" },
  task_id: {
    tool: "project_management.search_tasks",
    by: ["task_name"],
    person: "assigned_to_email",
    order: "due_date",
  },
  customer_id: {
    tool: "customer_relationship_manager.search_customers",
    by: ["customer_name"],
    person: "assigned_to_email",
    order: "last_contact_date",
  },
};

type Filters = Iteration["where"];
/** What a teacher limits rows by although the request does not say it: mail that came in, tasks that are still to be done. */
const habits: readonly Filters[] = [
  [{ path: "inbox/outbox", is: "equal", to: "inbox" }],
  [{ path: "list_name", is: "not_equal", to: "Completed" }],
  [
    { path: "list_name", is: "not_equal", to: "Completed" },
    { path: "list_name", is: "not_equal", to: "In Review" },
  ],
];

/**
 * The plan a person would write for the calls of the gold: addresses are looked up in the directory, records are searched
 * by words of the query, and where that finds others, too, filtered and ranked. The simplest plan that makes the calls is
 * taken. Undefined where none does.
 */
export async function writePlan(
  planwright: OpenPlanwright,
  { query, now, calls }: { query: string; now: string; calls: readonly GoldCall[] },
): Promise<WrittenPlan | undefined> {
  const desk = createDesk(planwright, { query, today: now.slice(0, 10) });
  for (const group of Map.groupBy(calls, shapeOf).values()) if (!(await addCalls(group, desk))) return undefined;
  return { steps: desk.steps, fixed: [...desk.fixed] };
}

/** Calls that differ in the record alone are one call for each of them. */
function shapeOf({ tool, args }: GoldCall): string {
  return JSON.stringify([tool, Object.entries(args).filter(([param]) => searches[param] === undefined)]);
}

type Desk = ReturnType<typeof createDesk>;

function createDesk(planwright: OpenPlanwright, { query, today }: { query: string; today: string }) {
  const steps: Step[] = [];
  const words = [...query.matchAll(/(?<!\p{L})'([^']+)'(?!\p{L})|(\p{Lu}\p{L}+(?: \p{Lu}[\p{L}-]+)*)|(\p{L}{3,})/gu)];
  return {
    query,
    today,
    steps,
    fixed: new Set<string>(),
    words: words.map((found) => found[1] ?? found[0]).toSorted((a, b) => b.length - a.length),
    async look(tool: string, args: JsonObject): Promise<Json[]> {
      const call = { verb_id: tool, payload: args, request_id: `teach-${JSON.stringify(args)}`, caller: "workbench" };
      const answer = await planwright.verbs.execute(call, { signal: new AbortController().signal, tenant: "teacher" });
      const found = answer.ok && isJsonObject(answer.output) ? answer.output["result"] : undefined;
      return Array.isArray(found) ? found : [];
    },
    add(tool: string, args: JsonObject, forEach?: JsonObject): string {
      const text = JSON.stringify([tool, args, forEach ?? null]);
      const same = steps.find((step) => JSON.stringify([step.tool, step.args, step.forEach ?? null]) === text);
      const dependsOn = [...new Set(Array.from(text.matchAll(/\{\{(s\d+)\./g), ([, id = ""]) => id))];
      const id = same?.id ?? `s${steps.length + 1}`;
      if (same === undefined) steps.push({ kind: "tool", id, tool, args, dependsOn, ...(forEach && { forEach }) });
      return id;
    },
  };
}

async function addCalls([first, ...more]: readonly GoldCall[], desk: Desk): Promise<boolean> {
  if (first === undefined) return true;
  const { tool, args } = first;
  const id = Object.keys(args).find((param) => searches[param] !== undefined);
  if (id === undefined && more.length > 0) return false;
  const filled: JsonObject = {};
  let forEach: JsonObject | undefined;
  for (const [param, value] of Object.entries(args)) {
    if (param === id) {
      const found = await findRows(id, new Set([first, ...more].map((call) => call.args[id] ?? "")), desk);
      if (found === undefined) return false;
      forEach = found.forEach;
      filled[param] = found.reference;
    } else {
      const address = isAddress(value) && !desk.query.includes(value) ? await findAddress(value, desk) : value;
      if (address === undefined) return false;
      filled[param] = address;
    }
  }
  desk.add(tool, filled, forEach);
  return true;
}

function isAddress(value: string): boolean {
  return /^[a-z]+\.[a-z]+@/.test(value);
}

/** A reference to the address: of the directory where the query says the name, else of the mail that the query speaks of. */
async function findAddress(address: string, desk: Desk): Promise<string | undefined> {
  const [name = ""] = address.split(".");
  if (desk.query.toLowerCase().includes(name))
    return `{{${desk.add("company_directory.find_email_address", { name })}.result.0}}`;
  for (const query of desk.words) {
    const days = (await desk.look("email.search_emails", { query }))
      .filter(isRow)
      .flatMap((row) => row["sent_datetime"] ?? []);
    for (const day of ["", ...days.map((at) => at.slice(0, 10))]) {
      if (day !== "" && !desk.query.includes(` ${Number(day.slice(-2))}`)) continue;
      const args = { query, ...(day !== "" && { date_min: day, date_max: day }) };
      const rows = (await desk.look("email.search_emails", args)).filter(isRow);
      if (rows.length === 1 && rows[0]?.["sender/recipient"] === address)
        return `{{${desk.add("email.search_emails", args)}.result.0.sender/recipient}}`;
    }
  }
  return undefined;
}

type Found = { reference: string; forEach?: JsonObject };
type Search = { tool: string; args: JsonObject; people: readonly string[] };

async function findRows(id: string, wanted: ReadonlySet<string>, desk: Desk): Promise<Found | undefined> {
  const search = searches[id];
  if (search === undefined) return undefined;
  const tried: { rows: Row[]; search: Search }[] = [];
  for (const one of searchesBy(search, desk)) {
    const rows = (await desk.look(one.tool, one.args)).filter(isRow);
    if ([...wanted].every((row) => rows.some((other) => other[id] === row))) tried.push({ rows, search: one });
  }
  const plain = tried.find(({ rows }) => rows.length === 1);
  if (plain !== undefined)
    return { reference: `{{${desk.add(plain.search.tool, inPlan(plain.search, desk))}.result.0.${id}}}` };
  // Few filters first, then no order before one.
  for (const size of [0, 1, 2])
    for (const { rows, search: one } of tried)
      for (const where of filtersOf(rows, size, desk))
        for (const order of ordersOf(search.order, wanted.size, desk.query)) {
          const iteration = { as: "item", where, limit: 100, ...order };
          const chosen = itemsOf({ over: "{{rows}}", ...iteration }, (value) => (value === "{{rows}}" ? rows : value));
          if (!Array.isArray(chosen) || !isSame(chosen.filter(isRow), wanted, id)) continue;
          const over = `{{${desk.add(one.tool, inPlan(one, desk))}.result}}`;
          return {
            reference: `{{item.${id}}}`,
            forEach: { over, ...toJson(iteration), where: where.map((each) => taught(each, desk)) },
          };
        }
  return undefined;
}

function isRow(row: Json): row is Row {
  return isJsonObject(row);
}

function isSame(rows: readonly Row[], wanted: ReadonlySet<string>, id: string): boolean {
  return rows.length === wanted.size && rows.every((row) => wanted.has(row[id] ?? ""));
}

/** Names of people that the query says, as the directory knows them. */
function* searchesBy({ tool, by, person }: NonNullable<(typeof searches)[string]>, desk: Desk): Generator<Search> {
  for (const param of by)
    for (const word of desk.words)
      for (const from of tool.startsWith("calendar") ? [{}, { time_min: `${desk.today} 00:00:00` }] : [{}])
        yield { tool, args: { [param]: word, ...from }, people: [] };
  if (person !== undefined)
    for (const word of desk.words) yield { tool, args: { [person]: word.toLowerCase() }, people: [person] };
}

/** A person's address comes from the directory. */
function inPlan({ args, people }: Search, desk: Desk): JsonObject {
  const entries = Object.entries(args).map(([param, value]): [string, Json] => [
    param,
    people.includes(param)
      ? `{{${desk.add("company_directory.find_email_address", { name: value })}.result.0}}`
      : value,
  ]);
  return Object.fromEntries(entries);
}

/** The combinations of so many filters: fields whose value the query says, people it names, and the habits. */
function filtersOf(rows: readonly Row[], size: number, { query, words }: Desk): Filters[] {
  const said = query.toLowerCase();
  const fields = Object.keys(rows[0] ?? {});
  const cells = fields.flatMap((path) =>
    [...new Set(rows.map((row) => row[path]))].flatMap((to): Filters => {
      if (typeof to !== "string") return [];
      const name = isAddress(to) ? to.slice(0, to.indexOf(".")) : to.toLowerCase();
      const isSaid = isAddress(to) ? words.some((word) => word.toLowerCase() === name) : said.includes(name);
      return isSaid ? [{ path, is: "equal", to }] : [];
    }),
  );
  const usual = habits.filter((filters) => filters.every(({ path }) => fields.includes(path)));
  const one = [...cells.map((cell) => [cell]), ...usual];
  if (size === 0) return [[]];
  return size === 1 ? one : one.flatMap((a, at) => one.slice(at + 1).map((b) => [...a, ...b]));
}

/** A query that ranks is written as a rank, also where there is one record only. */
function ordersOf(path: string, count: number, query: string): Pick<Iteration, "orderBy" | "take">[] {
  const ranks = (["ascending", "descending"] as const).map((direction) => ({ orderBy: { path, direction }, take: 1 }));
  if (count > 1) return [{}];
  if (/\b(?:next|first|earliest|urgent)\b/.test(query)) return ranks;
  return /\b(?:last|latest|recent)\b/.test(query) ? ranks.toReversed() : [{}, ...ranks];
}

/** As it is written in the lesson: an address comes from the directory, a habit is the same every time. */
function taught(filter: Iteration["where"][number], desk: Desk): JsonObject {
  const { path, is, to } = filter;
  if (habits.some((filters) => filters.includes(filter))) desk.fixed.add(`${path} ${is}`);
  const isPerson = typeof to === "string" && isAddress(to);
  const name = isPerson ? to.slice(0, to.indexOf(".")) : "";
  return {
    path,
    is,
    to: isPerson ? `{{${desk.add("company_directory.find_email_address", { name })}.result.0}}` : (to ?? null),
  };
}
