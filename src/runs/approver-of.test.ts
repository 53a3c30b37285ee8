import { describe, expect, it } from "vitest";
import type { Choice } from "../ports/fact.ts";
import { approverOf } from "./approver-of.ts";

type Facts = Parameters<typeof approverOf>[0];

function facts(codes: readonly string[], choices: Record<number, Choice> = {}): Facts {
  return {
    attempts: codes.map((code, at) => ({
      kind: "attempt" as const,
      step: "s",
      attempt: at + 1,
      startedAt: 0,
      at: 0,
      result: { ok: false, error: { code, message: "" } },
    })),
    decisions: new Map(
      Object.entries(choices).map(([about, decision]) => [
        Number(about),
        { kind: "decision" as const, step: "s", attempt: Number(about), by: `person ${about}`, decision },
      ]),
    ),
  };
}

describe("approverOf", () => {
  it.each<[string, Facts, string | undefined]>([
    ["nothing was held back", facts([]), undefined],
    ["another failure was decided", facts(["tool_failed"], { 1: { choice: "retry" } }), undefined],
    ["nobody has decided yet", facts(["needs_approval"]), undefined],
    ["a person approved", facts(["needs_approval"], { 1: { choice: "approve" } }), "person 1"],
    ["a person only retried", facts(["needs_approval"], { 1: { choice: "retry" } }), undefined],
    ["a person wrote other arguments", facts(["needs_approval"], { 1: { choice: "edit", args: {} } }), "person 1"],
    ["a person left it", facts(["needs_approval"], { 1: { choice: "skip" } }), undefined],
    [
      "the approved call failed on the way",
      facts(["needs_approval", "timeout"], { 1: { choice: "approve" } }),
      "person 1",
    ],
    [
      "the arguments were edited after the approval",
      facts(["needs_approval", "timeout"], { 1: { choice: "approve" }, 2: { choice: "edit", args: {} } }),
      undefined,
    ],
    [
      "it was held back once more",
      facts(["needs_approval", "needs_approval"], { 1: { choice: "approve" } }),
      undefined,
    ],
  ])("when %s", (_, given, expected) => expect(approverOf(given)).toBe(expected));
});
