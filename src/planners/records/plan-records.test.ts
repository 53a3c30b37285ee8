import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../plan/json.ts";
import { ToolSpec } from "../../plan/tool-spec.ts";
import { planActions } from "../actions/action-planner.ts";
import type { Lookups } from "../actions/lookups.ts";
import { Pack } from "../packs/pack.ts";

// A hire shop that nobody tuned the reader for: its records, words and tools are made up here.
const pack = Pack.parse({
  pack: "hire",
  version: "1.0.0",
  description: "A hire shop.",
  languages: ["en"],
  tools: {
    list_staff: { name: "staff.list" },
    list_repairs: { name: "repairs.list" },
    update_repair: { name: "repairs.update" },
    delete_repair: { name: "repairs.delete" },
    create_repair: { name: "repairs.create" },
    list_visits: { name: "visits.list" },
    update_visit: { name: "visits.update" },
    delete_visit: { name: "visits.delete" },
    list_parts: { name: "parts.list" },
    delete_part: { name: "parts.delete" },
  },
  people: { tool: "list_staff", args: {}, items: "staff", id: "id", name: "name" },
  entities: {
    phase: {
      values: [
        { is: "open", says: ["open"] },
        { is: "shut", says: ["shut", "fixed"] },
      ],
    },
  },
  records: {
    repair: {
      says: ["repair"],
      id: "id",
      name: "title",
      when: "due",
      who: "owner",
      final: { phase: ["shut"] },
      fields: {
        title: { type: "text", says: ["title"] },
        owner: { type: "person", says: ["mechanic"] },
        due: { type: "date", says: ["deadline"] },
        phase: { type: "option", says: ["phase"] },
      },
      marks: [{ says: ["late"], where: [{ field: "due", before: "today" }] }],
      search: { tool: "list_repairs", items: "repairs" },
      create: { tool: "create_repair", args: { title: "{title}", owner: "{owner}", due: "{due}" } },
      // One field a call: two changes are two calls.
      change: { tool: "update_repair", args: { id: "{id}", field: "{field}", value: "{value}" } },
      remove: { tool: "delete_repair", args: { id: "{id}" } },
    },
    visit: {
      says: ["visit"],
      id: "id",
      name: "title",
      personal: true,
      when: "starts",
      who: "guest",
      fields: {
        title: { type: "text", says: ["title"] },
        guest: { type: "person", says: ["guest"] },
        starts: { type: "moment", local: true, says: ["start"] },
        minutes: { type: "minutes", says: ["length"] },
      },
      search: { tool: "list_visits", items: "visits" },
      change: { tool: "update_visit", args: { id: "{id}", field: "{field}", value: "{value}" } },
      remove: { tool: "delete_visit", args: { id: "{id}" } },
    },
    part: {
      says: ["part"],
      id: "id",
      name: "name",
      fields: { name: { type: "text", says: ["name"] }, phase: { type: "option", says: ["phase"] } },
      search: { tool: "list_parts", items: "parts", by: { phase: { phase: "{value}" } } },
      remove: { tool: "delete_part", args: { id: "{id}" } },
    },
  },
});

const repairs: JsonObject[] = [
  { id: "r1", title: "Gearbox", owner: "u1", due: "2030-01-02", phase: "open" },
  { id: "r2", title: "Paint", owner: "u2", due: "2030-02-01", phase: "open" },
  { id: "r3", title: "Mirror", owner: "u1", phase: "open" },
  { id: "r4", title: "Clutch", owner: "u1", due: "2029-12-01", phase: "shut" },
];
const visits = [
  { id: "v1", title: "Handover", guest: "u1", starts: "2030-01-11 09:00:00", minutes: "60" },
  { id: "v2", title: "Audit", guest: "u2", starts: "2030-01-11 15:00:00", minutes: "60" },
];
/** More parts than a list shows; few of them are shut. */
const parts = Array.from({ length: 700 }, (_, at) => ({
  id: `p${at}`,
  name: `Bolt ${at}`,
  phase: at < 2 ? "shut" : "open",
}));

const reads: Record<string, (args: JsonObject) => JsonObject> = {
  "staff.list": () => ({
    staff: [
      { id: "u1", name: "Vera Moss" },
      { id: "u2", name: "Otto Lind" },
    ],
  }),
  "repairs.list": () => ({ repairs }),
  "visits.list": () => ({ visits }),
  "parts.list": ({ phase }) => ({
    parts: parts.filter((one) => phase === undefined || one.phase === phase).slice(0, 500),
  }),
};

const lookups: Lookups = {
  toolbox: Object.values(pack.tools).map(({ name }) =>
    ToolSpec.parse({
      name,
      effect: name.endsWith(".list") ? "read" : "destructive",
      inputSchema: {
        type: "object",
        properties: Object.fromEntries(
          ["id", "field", "value", "title", "owner", "due", "phase"].map((one) => [one, { type: "string" }]),
        ),
        required: name === "repairs.create" ? ["title"] : [],
      },
    }),
  ),
  read: async (tool, args) => ({ ok: true, output: reads[tool]?.(args) ?? {} }),
};

type Office = { packs: Pack[]; lookups: Lookups };

async function plan(
  text: string,
  { packs, lookups: tools }: Office = { packs: [pack], lookups },
): Promise<{ writes: string[]; summary: string; asks: string[] }> {
  const request = { text, now: "2030-01-10T08:00:00Z", zone: "UTC" };
  const made = await planActions(request, { packs, lookups: tools });
  const writes = made.actions
    .filter(({ read_only: only }) => !only)
    .map(({ tool_slug: tool, args }) =>
      [tool, ...Object.values(args).map((value) => (typeof value === "string" ? value : ""))].join(" "),
    );
  return { writes, summary: made.summary, asks: made.needs_clarification.map(({ id }) => id) };
}

describe("what a set is", () => {
  it.each([
    ["repairs without a deadline", "1 repair, deadline: not set, open: Mirror"],
    ["Which repairs have no deadline?", "1 repair, deadline: not set, open: Mirror"],
    ["Who has the most repairs?", "3 repairs, open: Vera Moss 2, Otto Lind 1"],
    ["Who has the fewest late repairs?", "1 repair, open, late: Otto Lind 0, Vera Moss 1"],
    ["How many repairs does Vera have that are late?", "1 repair, mechanic Vera Moss, open, late"],
  ])("%s", async (text, says) => {
    expect((await plan(text)).summary).toBe(says);
  });
});

describe("a change", () => {
  it.each([
    ["Give all of Vera's repairs to Otto, except the gearbox", ["repairs.update r3 owner u2"]],
    ["Reassign Vera's open repairs to Otto", ["repairs.update r1 owner u2", "repairs.update r3 owner u2"]],
    ["Cancel my visits tomorrow before 11", ["visits.delete v1"]],
    ["Cancel my visit with Otto", ["visits.delete v2"]],
    ["Move my visit with Otto tomorrow to 4", ["visits.update v2 starts 2030-01-11 16:00:00"]],
    ["Push my visit with Vera back by 30 minutes", ["visits.update v1 starts 2030-01-11 09:30:00"]],
    ["Extend my visit with Vera by 30 minutes", ["visits.update v1 minutes 90"]],
    [
      "Create a repair called Front axle for Otto with the deadline February 3",
      ["repairs.create Front axle u2 2030-02-03"],
    ],
  ])("%s", async (text, writes) => {
    expect((await plan(text)).writes).toEqual(writes);
  });
});

// Placing names costs their square: a list that nobody writes is asked about instead.
it("takes no write from one clause with hundreds of names", async () => {
  const list = (count: number): string => `Delete the repairs ${Array(count).fill("Paint, Gearbox").join(", ")}`;
  expect((await plan(list(20))).writes).toEqual(["repairs.delete r2", "repairs.delete r1"]);
  expect((await plan(list(200))).writes).toEqual([]);
});

// A first pack has records and no directory of people: those whom the records name are known.
describe("a pack without people", () => {
  const { people: _, ...rest } = pack;
  const named = repairs.map((one) => ({
    ...one,
    owner: one["owner"] === "u1" ? "vera.moss@example.com" : "otto.lind@example.com",
  }));
  const office: Office = {
    packs: [rest],
    lookups: {
      ...lookups,
      read: async (tool, args) =>
        tool === "repairs.list" ? { ok: true, output: { repairs: named } } : lookups.read(tool, args),
    },
  };
  it.each([
    ["Delete the repair Paint", ["repairs.delete r2"]],
    ["Give Vera's repairs to Otto, except the gearbox", ["repairs.update r3 owner otto.lind@example.com"]],
    ["Give the repair Paint to Zoe", []],
  ])("%s", async (text, writes) => {
    expect((await plan(text, office)).writes).toEqual(writes);
  });
});

describe("a condition", () => {
  it.each([
    ["If Gearbox is shut, delete Paint", 0],
    ["If Gearbox is open, delete Paint", 1],
    ["Does Otto have any late repairs? If so, delete Paint", 0],
    ["Does Vera have any late repairs? If so, delete Paint", 1],
    ["If Vera has more than 4 repairs, delete Paint", 0],
    ["If Vera has more than 1 repairs, delete Paint", 1],
    ["Unless Vera has late repairs, delete Paint", 0],
  ])("%s", async (text, count) => {
    expect((await plan(text)).writes).toHaveLength(count);
  });
});

describe("more records than a list shows", () => {
  it("are found by the filters of the search", async () => {
    expect((await plan("Delete all shut parts")).writes).toEqual(["parts.delete p0", "parts.delete p1"]);
  });

  it("are asked about where no filter narrows them", async () => {
    expect(await plan("Delete all open parts")).toMatchObject({ writes: [], asks: ["narrow"] });
  });
});

describe("nothing is written", () => {
  it.each([
    "Delete repairs",
    "Delete them",
    "Delete my repairs",
    "Should I delete Paint?",
    "Don't delete Paint",
    "Move Paint not to shut",
  ])("%s", async (text) => {
    expect((await plan(text)).writes).toEqual([]);
  });
});
