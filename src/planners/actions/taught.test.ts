import { describe, expect, it } from "vitest";
import type { Json } from "../../plan/json.ts";
import { createToolbox } from "../../plan/tool-spec.ts";
import { createBook, toRule } from "../lessons/book.ts";
import { derive } from "../lessons/derive.ts";
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
const lesson = {
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
  source: "written" as const,
};
const taught = createBook(widen([derive(lesson, toolbox)]).map(toRule));

async function planned(request: string, rows: Json[]) {
  const lookups = { toolbox, read: async () => ({ ok: true as const, output: { rows } }) };
  const plan = await planActions({ text: request, now, zone: "UTC", taught }, { packs: [], lookups });
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
