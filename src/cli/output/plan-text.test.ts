import { describe, expect, it } from "vitest";
import { Plan } from "../../plan/plan.ts";
import type { PlannedAnswer } from "../../ports/planner.ts";
import { errorText, planText, questionText } from "./plan-text.ts";

const planned = (plan: object, part: Partial<PlannedAnswer> = {}): PlannedAnswer => ({
  plan: Plan.parse(plan),
  confidence: 0.875,
  deterministic: true,
  ...part,
});

const answer = planned(
  {
    steps: [
      { kind: "tool", id: "s1", tool: "list_quotes", args: { status: "sent" } },
      {
        kind: "tool",
        id: "s2",
        tool: "email",
        args: { id: "{{item.id}}", copies: [1, 2] },
        dependsOn: ["s1"],
        forEach: { over: "{{s1.quotes}}" },
        when: { value: "{{s1.count}}", is: "more", to: 0 },
      },
      { kind: "lookup", id: "s3", target: "knowledge_base", query: "returns" },
      { kind: "message", id: "s4", channel: "assistant", content: "Done.", dependsOn: ["s2", "s3"] },
    ],
  },
  {
    reasons: [
      { step: "s1", tool: "list_quotes", from: 0, to: 4, words: "List" },
      { step: "s1", tool: "list_quotes", param: "status", from: 5, to: 9, words: "sent" },
    ],
    considered: [{ planner: "grammar", outcome: "taken", confidence: 0.875, why: "0.875 is at least 0.5" }],
  },
);

describe("plan text", () => {
  it("shows steps, arguments, references and dependencies", () => {
    expect(planText(answer, { planner: "cascade", explain: false })).toBe(
      `4 steps, cascade, confidence 0.88

  s1  list_quotes
      status = "sent"

  s2  email   after s1
      id = "{{item.id}}"
      copies = [1,2]
      only when {{s1.count}} more 0
      for each item of {{s1.quotes}}, at most 100

  s3  lookup
      knowledge_base: returns

  s4  message   after s2, s3
      assistant: Done.
`,
    );
  });

  it("explains which words led to each step, and which planners were tried", () => {
    const text = planText(answer, { planner: "cascade", explain: true });
    expect(text).toContain('s1  list_quotes   from "List"\n      status = "sent"   from "sent"');
    expect(text).toContain("asked:\n  grammar: taken, 0.875 is at least 0.5");
  });

  it("prints questions with their choices, each once", () => {
    const question = {
      id: "q",
      question: "Which status?",
      choices: [{ label: "sent", value: "sent" }],
      freeTextAllowed: false,
    };
    const asks = planned({ steps: [], questions: [question] }, { clarification: { missing: [], bad: ["snet"] } });
    expect(questionText(asks)).toBe('More information is needed:\n  ? Which status? [sent]\n  ? "snet" does not fit\n');
  });

  it("explains why there is no plan, and names the closest tools", () => {
    const details = { nearest: [{ tool: "email", score: 0.2 }], issues: [{ code: "X" }] };
    const error = { code: "PLANNER_NO_SKILLS_AVAILABLE", message: "nothing fits", retryable: false, details } as const;
    const said = 'no plan: nothing fits [PLANNER_NO_SKILLS_AVAILABLE]\n  nearest tools: email\n  {"code":"X"}\n';
    expect(errorText(error)).toBe(
      `${said}  See planwright tools list. A pack can add words for your tools (docs/packs.md).\n`,
    );
  });
});
