import { describe, expect, it } from "vitest";
import type { Json } from "../../plan/json.ts";
import { Condition, Iteration } from "../../plan/step.ts";
import { createToolbox } from "../../plan/tool-spec.ts";
import { createBook, toRule } from "../lessons/book.ts";
import { derive } from "../lessons/derive.ts";
import type { Lesson } from "../lessons/lesson.ts";
import { widen } from "../lessons/widen.ts";
import { planActions } from "./action-planner.ts";

const text = { type: "string" };
const toolbox = [
  ...createToolbox([
    { name: "find_ticket", effect: "read", inputSchema: { type: "object", properties: { title: text } } },
    { name: "drop_ticket", effect: "destructive", inputSchema: { type: "object", properties: { id: text } } },
  ]).values(),
];
const now = "2026-03-04T10:00:00Z";
const lesson: Lesson = {
  id: "lesson1",
  request: "bin the Menu ticket",
  steps: [
    { id: "s1", tool: "find_ticket", args: { title: "Menu" }, dependsOn: [] },
    { id: "s2", tool: "drop_ticket", args: { id: "{{s1.rows.0.id}}" }, dependsOn: ["s1"] },
  ],
  fixed: [],
  context: {},
  now,
  zone: "UTC",
  taughtBy: "t",
  taughtAt: now,
  source: "written",
};
const bookOf = (one: Lesson) => createBook(widen([derive(one, toolbox)]).map(toRule));

async function planned(request: string, rows: Json[], one: Lesson = lesson) {
  const lookups = { toolbox, read: async () => ({ ok: true as const, output: { rows } }) };
  const plan = await planActions({ text: request, now, zone: "UTC", taught: bookOf(one) }, { packs: [], lookups });
  return { calls: plan.actions.map(({ tool_slug: tool, args }) => [tool, args]), summary: plan.summary };
}

describe("action plans by lessons", () => {
  it("look records up while planning, so that a person approves values, and name the lesson", async () => {
    const { calls, summary } = await planned("bin the Logo ticket", [{ id: "T-7" }]);
    expect(calls).toEqual([["drop_ticket", { id: "T-7" }]]);
    expect(summary).toContain("lesson1");
  });

  it.each<[string, string, Json[]]>([
    ["several records fit", "bin the Logo ticket", [{ id: "T-7" }, { id: "T-8" }]],
    ["no record fits", "bin the Logo ticket", []],
    ["it is forbidden", "do not bin the Logo ticket", [{ id: "T-7" }]],
    ["it is only asked about", "should I bin the Logo ticket?", [{ id: "T-7" }]],
    ["more is asked for", "bin the Logo ticket and call Bob", [{ id: "T-7" }]],
  ])("plan nothing where %s", async (_, request, rows) => {
    expect((await planned(request, rows)).calls).toEqual([]);
  });
});

const rows: Json[] = [
  { id: "T-1", owner: "Ann", due: "2026-03-09", title: "Paint the fence" },
  { id: "T-2", owner: "Ann", due: "2026-03-05", title: "Mow the lawn" },
  { id: "T-3", owner: "Bob", due: "2026-03-01", title: "Sweep" },
  { id: "T-4", owner: "Ann", due: "2026-03-07", title: "Rake leaves" },
];
const drop = { id: "s2", tool: "drop_ticket", args: { id: "{{item.id}}" }, dependsOn: ["s1"] };
const find = { id: "s1", tool: "find_ticket", args: {}, dependsOn: [] };
const over = { over: "{{s1.rows}}" };
const owner = { path: "owner", is: "equal", to: "Ann" };
/** Lessons that iterate: over filtered rows, and over the first few of them. */
const before: Lesson = {
  ...lesson,
  request: "bin tickets of Ann due before 6 March",
  steps: [
    find,
    { ...drop, forEach: Iteration.parse({ ...over, where: [owner, { path: "due", is: "less", to: "2026-03-06" }] }) },
  ],
};
const oldest: Lesson = {
  ...lesson,
  request: "bin the 2 most pressing tickets of Ann",
  steps: [
    find,
    {
      ...drop,
      forEach: Iteration.parse({ ...over, where: [owner], orderBy: { path: "due", direction: "ascending" }, take: 2 }),
    },
  ],
};

describe("action plans by lessons that iterate", () => {
  it.each<[string, Lesson, string, string[]]>([
    ["filters take what the request says", before, "bin tickets of Ann due before 8 March", ["T-2", "T-4"]],
    ["so does every one of them", before, "bin tickets of Bob due before 8 March", ["T-3"]],
    ["the order and the number, too", oldest, "bin the 3 most pressing tickets of Ann", ["T-2", "T-4", "T-1"]],
    ["the number may be written out", oldest, "bin the three most pressing tickets of Ann", ["T-2", "T-4", "T-1"]],
  ])("%s: one write for each record", async (_, one, request, ids) => {
    const { calls } = await planned(request, rows, one);
    expect(calls).toEqual(ids.map((id) => ["drop_ticket", { id }]));
  });

  it("name each record", async () => {
    const lookups = { toolbox, read: async () => ({ ok: true as const, output: { rows } }) };
    const text = "bin tickets of Bob due before 8 March";
    const plan = await planActions({ text, now, zone: "UTC", taught: bookOf(before) }, { packs: [], lookups });
    expect(plan.actions.map(({ preview }) => preview)).toEqual(["drop_ticket · T-3 · Bob"]);
  });

  it("say that there is nothing to do where no record fits", async () => {
    const { calls, summary } = await planned("bin tickets of Cid due before 8 March", rows, before);
    expect(calls).toEqual([]);
    expect(summary).toContain("nothing to do");
  });

  it.each([
    "bin tickets of Ann due after 6 March",
    "bin tickets of Ann due 6 March",
    "bin tickets to Ann due before 6 March",
    "bin tickets of Ann",
    "bin tickets of Ann due before 6 March and 8 March",
    "bin tickets of Ann or Bob due before 6 March",
    "bin tickets of Ann due before 6 March if they are done",
    "bin tickets of Ann due before 6 March unless Bob objects",
    "bin only tickets of Ann due before 6 March",
    "bin no tickets of Ann due before 6 March",
    "bin tickets of Ann not due before 6 March",
    "bin tickets of Ann due before 6 March except the first",
    "bin tickets of Ann due before 6 March without a title",
    "bin at most 1 of the tickets of Ann due before 6 March",
    "bin open tickets of Ann due before 6 March",
    "bin all but one of the tickets of Ann due before 6 March",
    "do not bin tickets of Ann due before 6 March",
    "should I bin tickets of Ann due before 6 March?",
  ])("leave out no limit of the request: %s", async (request) => {
    expect((await planned(request, rows, before)).calls).toEqual([]);
  });

  it.each<[string, number]>([
    ["more", 0],
    ["at_most", 1],
  ])("test the condition of a step while planning: %s", async (is, count) => {
    const when = Condition.parse({ value: "{{s1.rows}}", of: "count", is, to: 4 });
    const guarded: Lesson = {
      ...lesson,
      request: "bin ticket T-9 if few are left",
      steps: [find, { ...drop, args: { id: "T-9" }, when }],
    };
    expect((await planned("bin ticket T-7 if few are left", rows, guarded)).calls).toHaveLength(count);
    expect((await planned("bin ticket T-7", rows, guarded)).calls).toEqual([]);
  });
});
