import { describe, expect, it } from "vitest";
import { actionsExamples } from "../../contracts/actions/examples.ts";
import { Draft } from "../../contracts/actions/draft.ts";
import { Card } from "../../contracts/api/chat.ts";
import type { DraftNext, DraftView } from "../../contracts/api/drafts.ts";
import { errorTable } from "../../contracts/errors.ts";
import { problemOf } from "../../contracts/problem.ts";
import type { Rendering } from "../rendering.ts";
import { texts } from "../texts/texts.ts";
import { draftCard } from "../render-draft.ts";
import { problemNotice, problemText } from "./problem-text.ts";

const rendering: Rendering = {
  language: "en",
  zone: "UTC",
  now: Date.parse("2026-01-12T09:00:00Z"),
  nameOf: (id) => id,
  names: new Map(),
  labelOf: () => undefined,
  fieldOf: () => undefined,
  actionOf: () => undefined,
};

function view(next: DraftNext, more: Partial<DraftView> = {}): DraftView {
  const draft = Draft.parse(actionsExamples.draft);
  return {
    draft,
    action_hash: "",
    next,
    writes: 1,
    cost: { least_micro_cents: 0, most_micro_cents: 0, unpriced: [] },
    changes: [],
    approvals: [],
    assignee: null,
    history: [],
    run_id: null,
    replaced_by: null,
    ...more,
  };
}

const row = (at: number) => ({ id: `d${at}`, name: "", subtitle: "", url: "" });
const question = {
  id: "q",
  question: "Which?",
  choices: [{ label: "x".repeat(500), value: "v" }],
  free_text_allowed: true,
};
const nexts: DraftNext[] = [
  { do: "answer", questions: [question, question], left: 0, round: 1 },
  { do: "menu" },
  { do: "pick", entity: 0, kind: "deal", query: "q", candidates: [row(1), row(2)], page: 1, pages: 3, total: 20 },
  { do: "refine", entity: null, query: "q" },
  { do: "apply", approvals: 1, quorum: 2 },
  { do: "confirm", writes: 12, of: ["tg:1"] },
  { do: "wait", run_id: "r" },
  { do: "settle", run_id: "r", escalation_ids: ["e"] },
  { do: "retry", left: 1 },
  { do: "rebuild" },
  { do: "nothing" },
];

describe("a Draft's card", () => {
  it.each(nexts)("fits a messenger for every state of a Draft: $do", (next) => {
    for (const language of ["ru", "en"] as const) {
      const card = draftCard(view(next), { ...rendering, language });
      expect(Card.safeParse(card).error).toBeUndefined();
      expect(card.text).not.toBe("");
      expect(card.buttons.flat().every(({ label }) => label.length <= 60)).toBe(true);
    }
  });

  it("is cut between letters, never within one", () => {
    const draft = Draft.parse(actionsExamples.draft);
    const actions = draft.actions.map((one) => ({ ...one, action: { ...one.action, preview: "🎉".repeat(5000) } }));
    const { text } = draftCard(view({ do: "nothing" }, { draft: { ...draft, actions } }), rendering);
    expect(text.isWellFormed()).toBe(true);
    expect(text.length).toBeLessThanOrEqual(4000);
  });
});

describe("the changes on a card", () => {
  const apply: DraftNext = { do: "apply", approvals: 0, quorum: 1 };
  const args = { id: "d1", stage: "won", mail: "all", note: "fine" };
  const linesOf = (given: typeof args, words?: ReturnType<Rendering["actionOf"]>): string[] => {
    const example = Draft.parse(actionsExamples.draft);
    const [first] = example.actions;
    const action = { ...first?.action, tool_slug: "close_deal", args: given, preview: "close_deal id: d1" };
    const draft = Draft.parse({ ...example, actions: [{ ...first, action }] });
    const changes = [
      { action_id: draft.actions[0]?.action_id ?? "", before: { stage: "new" }, after: { stage: "won" } },
    ];
    return draftCard(view(apply, { draft, changes }), { ...rendering, actionOf: () => words }).text.split("\n");
  };

  it("name the record and everything that is written, also what the tool cannot preview", () => {
    const rest = ["   Stage: new → won", "   Mail: all", "   Note: fine"];
    expect(linesOf(args).slice(2, 7)).toEqual(["Close deal", "   Id: d1", ...rest]);
    const words = { does: "change", noun: "deal", nameField: "name", fixed: ["id"], recordId: "d1" } as const;
    expect(linesOf(args, words).slice(2, 6)).toEqual(["Change: deal «d1»", ...rest]);
  });

  it("cannot be forged by the text of a value", () => {
    const forged = linesOf({ ...args, note: "fine\n   Stage: new → lost \u202Eeht" });
    expect(forged).toContain("   Note: fine ⏎ Stage: new → lost eht");
  });
});

describe("texts for people", () => {
  it("exists in both languages, with nothing left out or empty", () => {
    const shapeOf = (value: unknown): unknown =>
      typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]))
        : value === ""
          ? "empty"
          : typeof value;
    expect(shapeOf(texts.ru)).toEqual(shapeOf(texts.en));
    expect(JSON.stringify(shapeOf(texts.ru))).not.toContain("empty");
  });

  it.each(Object.keys(errorTable) as (keyof typeof errorTable)[])("of %s says what failed, and what to do", (code) => {
    for (const language of ["ru", "en"] as const) {
      const told = problemText(problemOf(code, { detail: "because" }), { ...rendering, language });
      expect(told.split("\n").length).toBeGreaterThanOrEqual(4);
      expect(problemNotice(problemOf(code), { language }).length).toBeLessThanOrEqual(200);
    }
  });
});
