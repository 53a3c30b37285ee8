import { describe, expect, it } from "vitest";
import type { ToolAction } from "../contracts/actions/plan.ts";
import type { DraftEdit, DraftView } from "../contracts/api/drafts.ts";
import { actionsExamples } from "../contracts/actions/examples.ts";
import { Draft } from "../contracts/actions/draft.ts";
import { parseEdit } from "./parse-edit.ts";

/** A Draft with these arguments, one action each. */
function view(...args: ToolAction["args"][]): DraftView {
  const draft = Draft.parse(actionsExamples.draft);
  const actions = args.map((given, at) => ({
    action_id: `a${at + 1}`,
    action: { ...draft.plan.actions[0], args: given } as ToolAction, // the example has one
    action_hash: "0".repeat(64),
    outcome: { status: "PENDING" as const },
  }));
  const next = { do: "apply", approvals: 0, quorum: 1 } as const;
  return {
    draft: { ...draft, actions },
    action_hash: "",
    next,
    writes: actions.length,
    cost: { least_micro_cents: 0, most_micro_cents: 0, unpriced: [] },
    changes: [],
    approvals: [],
    assignee: null,
    history: [],
    run_id: null,
    replaced_by: null,
  };
}

const task = { title: "Мудборд", priority: 3 };
const deal = { object_type: "deals", values: { stage: "won", value: 10 } };

describe("what words do to a Draft", () => {
  it.each<[string, DraftView, Partial<DraftEdit>]>([
    ["убери 2", view(task, task), { remove: ["a2"] }],
    ["Убери 1, 2", view(task, task, task), { remove: ["a1", "a2"] }],
    ["remove 1 and 3", view(task, task, task), { remove: ["a1", "a3"] }],
    ["убери 9", view(task), { text: "убери 9" }],
    ["title: Другое", view(task), { actions: [{ action_id: "a1", args: { ...task, title: "Другое" } }] }],
    ["priority: 1", view(task), { actions: [{ action_id: "a1", args: { ...task, priority: 1 } }] }],
    [
      "due_date = 2030-01-31",
      view(task),
      { actions: [{ action_id: "a1", args: { ...task, due_date: "2030-01-31" } }] },
    ],
    ["2. title: Другое", view(task, task), { actions: [{ action_id: "a2", args: { ...task, title: "Другое" } }] }],
    [
      "value: 1 500,5",
      view(deal),
      { actions: [{ action_id: "a1", args: { ...deal, values: { stage: "won", value: 1500.5 } } }] },
    ],
    ["title: Другое", view(task, task), { text: "title: Другое" }],
    ["task: prepare the offer", view(task), { text: "task: prepare the offer" }],
    ["Сделка Ромашка на паузу", view(task), { text: "Сделка Ромашка на паузу" }],
    ["без спешки", view(task), { text: "без спешки" }],
  ])("%s", (text, shown, expected) => {
    expect(parseEdit(text, shown)).toEqual({ actions: [], remove: [], ...expected });
  });
});
