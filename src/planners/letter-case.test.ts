import { describe, expect, it } from "vitest";
import { createToolbox } from "../plan/tool-spec.ts";
import type { PlannerRequest } from "../ports/planner.ts";
import { caseBlind } from "./letter-case.ts";
import type { Understand } from "./surfaces/understand.ts";

const inputSchema = { type: "object", properties: { mode: { enum: ["heat", "cool"] }, text: { type: "string" } } };
const request: PlannerRequest = {
  agentId: "a",
  goal: "",
  toolbox: [...createToolbox([{ name: "t", inputSchema }]).values()],
  surface: "determinism",
  now: "2025-01-15T12:00:00Z",
  zone: "UTC",
};

/** Finds the words that are handed in, as a planner that sees small letters only would. */
function finds(...texts: string[]): Understand {
  return (goal) => {
    expect(goal).toBe(goal.toLowerCase().length === goal.length ? goal.toLowerCase() : goal);
    const args = Object.fromEntries(texts.map((text, at) => [`p${at}`, text]));
    const reasons = [{ call: "c1", tool: "t", from: 0, to: 4, words: goal.slice(0, 4) }];
    return { kind: "plan", calls: [{ id: "c1", tool: "t", args, dependsOn: [] }], confidence: 1, reasons };
  };
}

describe("caseBlind", () => {
  it.each([
    ["an identifier", "Look up Q-0192 now", "q-0192", "Q-0192"],
    ["a name", "MAIL Anna Smith", "anna smith", "Anna Smith"],
    ["a word of the schema", "set it to HEAT", "heat", "heat"],
    ["a part of a word", "Catalogue of cats", "cat", "cat"],
    ["a letter among words", "A plan for a", "a", "A"],
    ["a reference", "use {{C1}}", "{{c1}}", "{{c1}}"],
    ["what does not stand in the goal", "tomorrow", "2025-01-16", "2025-01-16"],
    ["Russian", "Позвони Анне", "анне", "Анне"],
  ])("gives %s the case it should have", (_, goal, found, restored) => {
    const outcome = caseBlind(finds(found))(goal, request);
    expect(outcome).toMatchObject({ calls: [{ args: { p0: restored } }], reasons: [{ words: goal.slice(0, 4) }] });
  });

  it("keeps places where a small letter would be longer", () => {
    const outcome = caseBlind((goal) => finds(goal.slice(9, 15))(goal, request))("İSTANBUL Q-0192", request);
    expect(outcome).toMatchObject({ calls: [{ args: { p0: "Q-0192" } }] });
  });
});
