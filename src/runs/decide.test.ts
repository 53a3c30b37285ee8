import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Plan } from "../plan/plan.ts";
import type { Fact } from "../ports/fact.ts";
import { decide, type Decision } from "./decide.ts";
import { applyFact, fold } from "./fold.ts";
import { resultRows } from "./result-rows.ts";
import type { RunState } from "./run-state.ts";

const step = (id: string, more: object = {}) => ({ id, kind: "tool", tool: "t", ...more });
const after = (id: string, ...dependsOn: string[]) => step(id, { dependsOn });
const ok = (id: string, output: unknown = id, item?: number): Fact =>
  ({
    kind: "attempt",
    step: id,
    attempt: 1,
    startedAt: 0,
    result: { ok: true, output },
    ...(item === undefined ? {} : { item }),
  }) as Fact;
const bad = (id: string, attempt = 1): Fact => ({
  kind: "attempt",
  step: id,
  attempt,
  startedAt: 0,
  result: { ok: false, error: { code: "upstream_error", message: "" } },
});

function stateOf(steps: object[], facts: Fact[]): RunState {
  return fold(
    "run-1",
    Plan.parse({ steps }),
    facts.map((fact) => ({ fact, at: 0 })),
  );
}

function say(state: RunState, { now = 0, inFlight = [] as string[], parallel = 8, inOrder = false } = {}): string {
  return words(decide(state, { now, inFlight: new Set(inFlight), parallel, inOrder }));
}

function words(decision: Decision): string {
  if (decision.kind === "wait") return `wait ${decision.waiting.for}`;
  if (decision.kind === "end") return decision.how;
  const units = [...decision.start, ...decision.readBack].map(({ key }) => key.replaceAll("step:", ""));
  return `go ${units.join(" ")}`.trimEnd();
}

describe("decide", () => {
  const chain = [step("a"), after("b", "a"), after("c", "b")];
  const fork = [step("a"), after("b", "a"), after("c", "a"), after("d", "b", "c")];
  it.each<[string, object[], Fact[], string]>([
    ["starts what nothing waits for", chain, [], "go a"],
    ["starts the next step", chain, [ok("a")], "go b"],
    ["starts what may run together", fork, [ok("a")], "go b c"],
    ["waits for all dependencies", fork, [ok("a"), ok("b")], "go c"],
    ["ends when all is done", chain, [ok("a"), ok("b"), ok("c")], "finished"],
    ["ends at once without steps", [], [], "finished"],
    ["starts nothing after a failure that aborts", [step("a"), step("b")], [bad("a")], "finished"],
    ["goes on after a failure that does not", [step("a", { onError: "continue" }), step("b")], [bad("a")], "go b"],
    ["rests between attempts", [step("a", { onError: "retry", retries: 1 })], [bad("a")], "wait timer"],
    ["asks a person", [step("a", { escalate: true }), step("b")], [bad("a")], "wait operator"],
    ["ends a run that was cancelled", chain, [ok("a"), { kind: "cancel", by: "ann", reason: "" }], "cancelled"],
    [
      "a cancel after the end changes nothing",
      [step("a")],
      [ok("a"), { kind: "cancel", by: "ann", reason: "" }],
      "finished",
    ],
    [
      "skips by condition",
      [step("a"), after("b", "a"), { ...after("c", "a"), when: { value: "{{a}}", is: "equal", to: 2 } }],
      [ok("a", 1)],
      "go b",
    ],
    [
      "runs by condition",
      [step("a"), { ...after("c", "a"), when: { value: "{{a.list}}", of: "count", is: "more", to: 1 } }],
      [ok("a", { list: [1, 2] })],
      "go c",
    ],
    [
      "runs once for each item",
      [step("a"), { ...after("b", "a"), forEach: { over: "{{a}}" } }],
      [ok("a", [1, 2])],
      "go b:item:0 b:item:1",
    ],
    [
      "filters items and tests conditions by earlier results",
      [
        step("a"),
        step("b"),
        { ...after("c", "a", "b"), forEach: { over: "{{a}}", where: [{ path: "", is: "equal", to: "{{b}}" }] } },
        { ...after("d", "a", "b"), when: { value: "{{a.0}}", is: "equal", to: "{{b}}" } },
      ],
      [ok("a", [1, 2]), ok("b", 2)],
      "go c:item:0",
    ],
    [
      "ends an iteration over nothing",
      [step("a"), { ...after("b", "a"), forEach: { over: "{{a}}" } }],
      [ok("a", [])],
      "finished",
    ],
    ["never waits for what cannot happen", [{ ...step("a"), dependsOn: ["b"] }, after("b", "a")], [], "finished"],
  ])("%s", (_, steps, facts, expected) => {
    expect(say(stateOf(steps, facts))).toBe(expected);
  });

  it("starts no more than the limit, in plan order", () => {
    const state = stateOf(
      ["a", "b", "c", "d"].map((id) => step(id)),
      [],
    );
    expect(say(state, { parallel: 2 })).toBe("go a b");
    expect(say(state, { parallel: 2, inFlight: ["step:a"] })).toBe("go b");
    expect(say(state, { parallel: 2, inFlight: ["step:a", "step:b"] })).toBe("go");
  });

  it("in order, starts a step only after all earlier ones have ended", () => {
    const steps = ["a", "b", "c"].map((id) => step(id, { onError: "continue" }));
    expect(say(stateOf(steps, []), { inOrder: true })).toBe("go a");
    expect(say(stateOf(steps, [bad("a")]), { inOrder: true })).toBe("go b");
    expect(say(stateOf(steps, [bad("a")]), { inOrder: true, inFlight: ["step:b"] })).toBe("go");
  });

  it("lets calls in flight finish before it ends or waits", () => {
    expect(say(stateOf([step("a"), step("b")], [bad("a")]), { inFlight: ["step:b"] })).toBe("go");
  });

  it("continues after the backoff, and at once when the clock went backwards", () => {
    const state = fold("run-1", Plan.parse({ steps: [step("a", { onError: "retry", retries: 1 })] }), [
      { fact: bad("a"), at: 5000 },
    ]);
    expect(say(state, { now: 5000 })).toBe("wait timer");
    expect(say(state, { now: 6000 })).toBe("go a");
    expect(say(state, { now: 4999 })).toBe("go a");
  });

  it("runs a safety step's fallback exactly when the step stops the plan", () => {
    const steps = (severity: string) => [
      { id: "check", kind: "safety", check: "c", severity, fallbackStep: "sorry" },
      after("act", "check"),
      step("sorry"),
    ];
    const found = (id: string): Fact => ok(id, {});
    expect(say(stateOf(steps("warn"), []))).toBe("go check");
    expect(say(stateOf(steps("warn"), [found("check")]))).toBe("go act");
    expect(say(stateOf(steps("block"), [found("check")]))).toBe("go sorry");
    expect(say(stateOf(steps("block"), [found("check"), found("sorry")]))).toBe("finished");
  });
});

describe("fold", () => {
  const ids = ["a", "b", "c", "d", "e", "f"];
  const plans = fc.array(
    fc.record({ needs: fc.nat(63), onError: fc.constantFrom("abort", "continue", "retry"), escalate: fc.boolean() }),
    { minLength: 1, maxLength: 6 },
  );
  const outcomes = fc.array(fc.constantFrom("ok", "bad", "none"), { minLength: 6, maxLength: 6 });

  it("gives the same state for any order of facts, one by one or all at once", () => {
    fc.assert(
      fc.property(plans, outcomes, fc.nat(), (rows, ends, seed) => {
        const steps = rows.map(({ needs, onError, escalate }, at) =>
          step(ids[at] ?? "", {
            onError,
            escalate,
            dependsOn: ids.slice(0, at).filter((_, bit) => needs & (1 << bit)),
          }),
        );
        const facts = steps.flatMap(({ id }, at) =>
          ends[at] === "none" ? [] : [ends[at] === "ok" ? ok(id) : bad(id)],
        );
        const turned = facts.map((_, at) => facts[(at + seed) % facts.length] ?? ok("a"));
        const oneByOne = stateOf(steps, []);
        for (const fact of turned) applyFact(oneByOne, { fact, at: 0 });
        const digest = (state: RunState) => [say(state), state.stop?.at, resultRows(state, "pending")];
        expect(digest(oneByOne)).toEqual(digest(stateOf(steps, facts)));
        expect(digest(stateOf(steps, turned))).toEqual(digest(stateOf(steps, facts)));
      }),
      { seed: 20250115, numRuns: 2000 },
    );
  });

  it("takes a chain of 10,000 steps without running out of stack", () => {
    const steps = Array.from({ length: 10_000 }, (_, at) =>
      step(`s${at}`, at === 0 ? {} : { dependsOn: [`s${at - 1}`] }),
    );
    expect(
      say(
        stateOf(
          steps,
          steps.map(({ id }) => ok(id)),
        ),
      ),
    ).toBe("finished");
    expect(say(stateOf(steps, [bad("s0")]))).toBe("finished");
  });
});
