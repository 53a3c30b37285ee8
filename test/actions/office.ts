import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Json, JsonObject } from "../../src/plan/json.ts";
import { ToolSpec } from "../../src/plan/tool-spec.ts";
import type { LookupAnswer, Lookups } from "../../src/planners/actions/lookups.ts";
import { parsePack } from "../../src/planners/packs/parse-pack.ts";
import type { Pack } from "../../src/planners/packs/pack.ts";

export function shippedPack(name: string): Pack {
  const parsed = parsePack(
    readFileSync(resolve(import.meta.dirname, `../../${name === "workbench" ? "eval" : "packs"}/${name}.yaml`), "utf8"),
    name,
  );
  if (!parsed.ok) throw new Error(parsed.issues[0]?.message);
  return parsed.value;
}

const staff = ["ann.lee@desk.test", "bob.ray@desk.test", "tania.fox@desk.test", "nia.fox@desk.test"];

const day = (date: string, time: string): string => `${date} ${time}:00`;
type StringQuadruple = readonly [string, string, string, string];
const event = ([id, name, who, at]: StringQuadruple): JsonObject => ({
  event_id: id,
  event_name: name,
  participant_email: who,
  event_start: at,
  duration: "60",
});

/** Seven meetings on one day: more than a search shows at once. */
const events: JsonObject[] = [
  event(["e0", "retro", "ann.lee@desk.test", day("2024-05-02", "10:00")]),
  ...["09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "16:00"].map((time, at) =>
    event([`e${at + 1}`, at === 0 ? "stand up" : "review", "bob.ray@desk.test", day("2024-05-07", time)]),
  ),
  event(["e9", "planning", "ann.lee@desk.test", day("2024-05-09", "10:00")]),
];

const task = ([id, who, list, due]: StringQuadruple): JsonObject => ({
  task_id: id,
  task_name: `Task ${id}`,
  assigned_to_email: who,
  list_name: list,
  due_date: due,
  board: "Design",
});

const tasks: JsonObject[] = [
  task(["t1", "ann.lee@desk.test", "Backlog", "2024-05-01"]),
  task(["t2", "ann.lee@desk.test", "In Progress", "2024-06-01"]),
  task(["t3", "ann.lee@desk.test", "Completed", "2024-04-01"]),
  task(["t4", "bob.ray@desk.test", "In Review", "2024-05-03"]),
];

const customer = ([id, name, status, contact]: StringQuadruple): JsonObject => ({
  customer_id: id,
  customer_name: name,
  assigned_to_email: "ann.lee@desk.test",
  status,
  product_interest: "Software",
  last_contact_date: contact,
  follow_up_by: "2024-06-01",
});

const customers: JsonObject[] = [
  ...Array.from({ length: 8 }, (_, at) => customer([`c${at}`, `Lead ${at}`, "Lead", `2024-04-0${at + 1}`])),
  customer(["c8", "Jo March", "Proposal", "2024-01-01"]),
  customer(["c9", "Jo Marchand", "Proposal", "2024-05-05"]),
];

const emails: JsonObject[] = [
  {
    email_id: "m1",
    "inbox/outbox": "inbox",
    "sender/recipient": "ann.lee@desk.test",
    subject: "Budget",
    sent_datetime: day("2024-05-03", "09:00"),
    body: "x",
  },
  {
    email_id: "m2",
    "inbox/outbox": "inbox",
    "sender/recipient": "ann.lee@desk.test",
    subject: "Roof",
    sent_datetime: day("2024-05-04", "09:00"),
    body: "x",
  },
  {
    email_id: "m3",
    "inbox/outbox": "outbox",
    "sender/recipient": "ann.lee@desk.test",
    subject: "Re: Roof",
    sent_datetime: day("2024-05-05", "09:00"),
    body: "x",
  },
];

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");
const has = (value: Json | undefined, wanted: Json | undefined): boolean =>
  wanted === undefined || text(value).toLowerCase().includes(text(wanted).toLowerCase());
const within = (value: Json | undefined, low: Json | undefined, high: Json | undefined): boolean =>
  (low === undefined || text(value) >= text(low)) && (high === undefined || text(value) <= text(high));

const reads: Record<string, (args: JsonObject) => Json> = {
  "company_directory.find_email_address": ({ name }) => staff.filter((one) => has(one, name)),
  "calendar.search_events": ({ query, time_min, time_max }) =>
    events
      .filter((one) => has(one["event_name"], query) || has(one["participant_email"], query))
      .filter((one) => within(one["event_start"], time_min, time_max))
      .slice(0, 5),
  "email.search_emails": ({ query }) =>
    emails.filter((one) => has(one["subject"], query) || has(one["sender/recipient"], query)).slice(0, 5),
  "project_management.search_tasks": (args) =>
    tasks.filter((one) => Object.entries(args).every(([field, value]) => has(one[field], value))),
  "customer_relationship_manager.search_customers": ({
    last_contact_date_min: low,
    last_contact_date_max: high,
    ...args
  }) =>
    customers
      .filter((one) => Object.entries(args).every(([field, value]) => has(one[field], value)))
      .filter((one) => within(one["last_contact_date"], low, high))
      .slice(0, 5),
  "analytics.total_visits_count": () => ({ "2024-05-05": 4, "2024-05-06": 12 }),
  "analytics.engaged_users_count": () => ({ "2024-05-05": 1, "2024-05-06": 0 }),
  "analytics.get_average_session_duration": () => ({ "2024-05-06": 7 }),
  "analytics.traffic_source_count": ({ traffic_source: source }) => ({ "2024-05-06": source === "referral" ? 9 : 2 }),
};

/** An office of a few rows, with the tools that the WorkBench pack speaks of. Nothing of the benchmark is in it. */
export function smallOffice(): { pack: Pack; lookups: Lookups; asked: string[] } {
  const pack = shippedPack("workbench");
  const asked: string[] = [];
  const toolbox = Object.values(pack.tools).map(({ name }) => {
    const doing = [
      ...Object.values(pack.records).flatMap(({ create, change, remove, operations, search }) => [
        create,
        change,
        remove,
        search,
        ...Object.values(operations),
      ]),
      pack.measures?.plot,
      pack.people,
    ].filter((one) => one !== undefined && pack.tools[one.tool]?.name === name);
    const measured = Object.values(pack.measures?.values ?? {}).filter(({ tool }) => pack.tools[tool]?.name === name);
    const params = [
      ...doing.flatMap((one) => (one === undefined ? [] : Object.keys(one.args ?? {}))),
      ...Object.values(pack.records).flatMap(({ search }) =>
        pack.tools[search.tool]?.name === name
          ? [search.by, search.from, search.to].flatMap((group) =>
              Object.values(group).flatMap((one) => Object.keys(one)),
            )
          : [],
      ),
      ...measured.flatMap(({ args }) => [...Object.keys(args), ...Object.keys(pack.measures?.range ?? {})]),
    ];
    const optional = /add_customer|search_/.test(name) ? [] : params;
    return ToolSpec.parse({
      name,
      inputSchema: {
        type: "object",
        properties: Object.fromEntries(params.map((one) => [one, { type: "string" }])),
        required: name in reads ? [] : optional,
      },
      effect: name in reads ? "read" : /delete|update/.test(name) ? "destructive" : "additive",
    });
  });
  const read = async (tool: string, args: JsonObject): Promise<LookupAnswer> => {
    asked.push(tool);
    const answer = reads[tool];
    return answer === undefined
      ? { ok: false, code: "forbidden", message: tool }
      : { ok: true, output: { result: answer(args) } };
  };
  return { pack, lookups: { toolbox, read }, asked };
}
