import { describe, expect, it } from "vitest";
import { Step } from "../plan/step.ts";
import type { Choice, SettlementMethod } from "../ports/fact.ts";
import { phaseOf } from "./phase-of.ts";
import { noFacts, type UnitFacts } from "./unit.ts";

const ok = { ok: true, output: 1 } as const;
const failed = (code: string, settling?: SettlementMethod) =>
  ({ ok: false, error: { code, message: code }, ...(settling === undefined ? {} : { settling }) }) as const;
type Result = typeof ok | ReturnType<typeof failed>;

type PhaseFacts = {
  attempts?: Result[];
  readback?: "done" | "absent" | "unknowable";
  decisions?: Record<number, Choice>;
};

function facts({ attempts = [], readback, decisions = {} }: PhaseFacts): UnitFacts {
  const all = noFacts();
  all.attempts = attempts.map((result, at) => ({
    kind: "attempt",
    step: "s",
    attempt: at + 1,
    startedAt: 0,
    result,
    at: 1000,
  }));
  const attempt = attempts.length;
  if (readback !== undefined)
    all.readbacks = new Map([[attempt, { kind: "readback", step: "s", attempt, found: readback, output: 7 }]]);
  all.decisions = new Map(
    Object.entries(decisions).map(([about, decision]) => {
      return [Number(about), { kind: "decision", step: "s", attempt: Number(about), by: "ann", decision }];
    }),
  );
  return all;
}

function phase(step: object, told: PhaseFacts) {
  const of = Step.parse({ id: "s", ...("kind" in step ? {} : { kind: "tool", tool: "t" }), ...step });
  return phaseOf("run-1", { key: "step:s", planStep: of, facts: facts(told) });
}

const retry = { onError: "retry", retries: 2 };
const bad = failed("upstream_error");

describe("phaseOf", () => {
  it.each<[string, object, PhaseFacts, object]>([
    ["nothing tried yet", {}, {}, { kind: "ready", attempt: 1 }],
    ["an answer", {}, { attempts: [ok] }, { kind: "done", output: 1 }],
    ["a failure ends the unit", {}, { attempts: [bad] }, { kind: "failed", by: "step" }],
    [
      "a failure with retries left backs off",
      retry,
      { attempts: [bad] },
      { kind: "backingOff", attempt: 2, since: 1000 },
    ],
    ["retries count after the first attempt", retry, { attempts: [bad, bad] }, { kind: "backingOff", attempt: 3 }],
    ["and are exhausted", retry, { attempts: [bad, bad, bad] }, { kind: "failed" }],
    ["a permanent failure is not retried", retry, { attempts: [failed("tool_failed")] }, { kind: "failed" }],
    ["nor is a refusal of the tool", retry, { attempts: [failed("quote_not_found")] }, { kind: "failed" }],
    [
      "a transient failure is retried under any policy, as often as the step allows",
      { onError: "abort", retries: 3 },
      { attempts: [failed("unavailable"), failed("rate_limited")] },
      { kind: "backingOff", attempt: 3 },
    ],
    ["a late success counts", retry, { attempts: [bad, ok] }, { kind: "done" }],
    [
      "escalation waits for an operator",
      { escalate: true },
      { attempts: [bad] },
      { kind: "needsOperator", wait: "failure", attempt: 1 },
    ],
    ["after the retries", { ...retry, escalate: true, retries: 0 }, { attempts: [bad] }, { kind: "needsOperator" }],
    [
      "a policy that requires approval waits for an operator",
      {},
      { attempts: [failed("needs_approval")] },
      { kind: "needsOperator", wait: "approval" },
    ],
    [
      "a changed verb waits for an operator",
      {},
      { attempts: [failed("incompatible")] },
      { kind: "needsOperator", wait: "incompatible" },
    ],
    ["another run's effect is waited for", {}, { attempts: [failed("effect_elsewhere")] }, { kind: "backingOff" }],
  ])("%s", (_, step, told, expected) => {
    expect(phase(step, told)).toMatchObject(expected);
  });

  it.each<[Choice, object]>([
    [{ choice: "retry" }, { kind: "ready", attempt: 2 }],
    [{ choice: "resend" }, { kind: "ready", attempt: 2 }],
    [
      { choice: "edit", args: { a: 2 } },
      { kind: "ready", attempt: 2, editedArgs: { a: 2 } },
    ],
    [{ choice: "skip" }, { kind: "skipped" }],
    [{ choice: "abort" }, { kind: "failed", by: "operator" }],
    [
      { choice: "done", output: 3 },
      { kind: "done", output: 3, degraded: "settled by an operator" },
    ],
  ])("an operator's %j", (decision, expected) => {
    expect(phase({ escalate: true }, { attempts: [bad], decisions: { 1: decision } })).toMatchObject(expected);
  });

  it("restarts the retry count after a decision, and keeps edited arguments", () => {
    const decisions = { 3: { choice: "edit", args: { a: 2 } } } as const;
    const told = { attempts: [bad, bad, bad, bad], decisions };
    expect(phase(retry, told)).toMatchObject({ kind: "backingOff", attempt: 5, editedArgs: { a: 2 } });
  });

  it.each<[Choice, string]>([
    [{ choice: "approve" }, "needs_approval"],
    [{ choice: "retry" }, "upstream_error"],
    [{ choice: "resend" }, "timeout"],
  ])("keeps edited arguments for a later %j", (decision, code) => {
    const decisions = { 1: { choice: "edit", args: { a: 2 } }, 2: decision } as const;
    const told = { attempts: [bad, failed(code)], decisions };
    expect(phase({}, told)).toMatchObject({ kind: "ready", attempt: 3, editedArgs: { a: 2 } });
  });

  const lost = (settling: SettlementMethod) => failed("answer_lost", settling);
  const slow = (settling: SettlementMethod) => failed("timeout", settling);
  it.each<[string, PhaseFacts, object]>([
    ["can be read back", { attempts: [lost("read_back")] }, { kind: "unconfirmed", attempt: 1 }],
    ["was read back and stands", { attempts: [lost("read_back")], readback: "done" }, { kind: "done", output: 7 }],
    ["was read back as absent", { attempts: [lost("read_back")], readback: "absent" }, { kind: "ready", attempt: 2 }],
    [
      "cannot be read back",
      { attempts: [lost("read_back")], readback: "unknowable" },
      { kind: "needsOperator", wait: "effect" },
    ],
    ["only a person knows", { attempts: [lost("operator")] }, { kind: "needsOperator", wait: "effect" }],
    ["may be sent again under its key", { attempts: [lost("resend")] }, { kind: "backingOff", attempt: 2 }],
    [
      "was resent too often",
      { attempts: Array.from({ length: 6 }, () => slow("resend")) },
      { kind: "needsOperator", wait: "effect" },
    ],
    ["timed out and is absent: a failure", { attempts: [slow("read_back")], readback: "absent" }, { kind: "failed" }],
  ])("an effect without an answer that %s", (_, told, expected) => {
    expect(phase({}, told)).toMatchObject(expected);
  });

  const safety = { kind: "safety", check: "c", severity: "info" };
  it.each<[string, object, PhaseFacts, object]>([
    ["info passes", safety, { attempts: [ok] }, { kind: "done" }],
    ["block stops", { ...safety, severity: "block" }, { attempts: [ok] }, { kind: "failed", by: "safety" }],
    ["review holds", { ...safety, manualReview: true }, { attempts: [ok] }, { kind: "needsOperator", wait: "review" }],
    [
      "approved",
      { ...safety, manualReview: true },
      { attempts: [ok], decisions: { 1: { choice: "approve" } } },
      { kind: "done" },
    ],
    [
      "refused",
      { ...safety, manualReview: true },
      { attempts: [ok], decisions: { 1: { choice: "abort" } } },
      { by: "safety" },
    ],
  ])("a safety step: %s", (_, step, told, expected) => {
    expect(phase(step, told)).toMatchObject(expected);
  });

  const manual = { kind: "action", action: "a", mode: "manual" };
  it.each<[string, PhaseFacts, object]>([
    ["asks before anything is tried", {}, { kind: "needsOperator", wait: "action", attempt: 0 }],
    ["is done", { decisions: { 0: { choice: "done", output: "x" } } }, { kind: "done", output: "x" }],
    ["is skipped", { decisions: { 0: { choice: "skip" } } }, { kind: "skipped" }],
  ])("a manual action %s", (_, told, expected) => {
    expect(phase(manual, told)).toMatchObject(expected);
  });
});
