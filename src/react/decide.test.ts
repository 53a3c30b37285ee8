import { describe, expect, it } from "vitest";
import { PlanReactRequest } from "../contracts/react/plan-react.ts";
import type { Observation } from "../contracts/react/trace.ts";
import { charge, type ReasonerOutput } from "./charge.ts";
import { type Decision, decide, type DecideContext } from "./decide.ts";
import { applyFact, createLoopState, foldFacts, leftOf, type LoopState } from "./loop-state.ts";
import type { Fact } from "./fact.ts";

const ok: Observation = { ok: true, output: 7 };
const said = (text: string, calls: ReasonerOutput["calls"] = [], outputTokens = 10): ReasonerOutput => ({
  thought: null,
  text,
  calls,
  stop: calls.length > 0 ? "calls" : "end",
  outputTokens,
});
const call = (name: string, args: object = {}) => ({ name, args: { ...args } });

function open(limits: object = {}, preferences: object = {}): LoopState {
  const toolset = [{ tool_id: "a" }, { tool_id: "b" }];
  const request = PlanReactRequest.parse({ goal: { description: "g" }, toolset, limits, preferences });
  const tools = new Map(request.toolset.map((asked) => [asked.tool_id, { declared: asked, spec: undefined }]));
  return createLoopState({ requestId: "r", tenant: "t", request, tools, earlier: [], startedAt: 0 });
}

type Event = ReasonerOutput | { seen: readonly [turn: number, call: number] } | { failed: string };

function after(state: LoopState, events: readonly Event[]): LoopState {
  for (const event of events) applyFact(state, factOf(state, event));
  return state;
}

function factOf(state: LoopState, event: Event): Fact {
  if ("failed" in event) return { kind: "failure", code: event.failed, message: "" };
  if ("text" in event) return { kind: "model", turn: state.turns.length, thinking: charge(event, leftOf(state)) };
  return { kind: "call", turn: event.seen[0], call: event.seen[1], observation: ok };
}

const idle: DecideContext = { now: 1, isThinking: false, isUnderWay: () => false, parallel: 2 };
const both = said("", [call("a"), call("b")]);
const end = (status: string, code: string) => ({ kind: "end", outcome: { status, error: { code } } });

describe("decide", () => {
  const table: [string, readonly Event[], object, Partial<DecideContext>, unknown][] = [
    ["thinks first", [], {}, {}, { kind: "think", turn: 0, format: false }],
    ["waits while it thinks", [], {}, { isThinking: true }, { kind: "wait" }],
    [
      "makes the calls of a turn",
      [both],
      {},
      {},
      {
        kind: "act",
        calls: [
          { turn: 0, call: 0 },
          { turn: 0, call: 1 },
        ],
      },
    ],
    [
      "makes no more calls than may be in flight",
      [both],
      {},
      { parallel: 1 },
      { kind: "act", calls: [{ turn: 0, call: 0 }] },
    ],
    ["waits for calls under way", [both], {}, { isUnderWay: () => true }, { kind: "wait" }],
    ["waits for the last of them", [both, { seen: [0, 1] }], {}, { isUnderWay: () => true }, { kind: "wait" }],
    ["thinks again", [both, { seen: [0, 1] }, { seen: [0, 0] }], {}, {}, { kind: "think", turn: 1, format: false }],
    ["ends with an answer", [said("so")], {}, {}, { kind: "end", outcome: { status: "ok" } }],
    ["takes an answer that came in time", [said("so")], {}, { now: 1e9 }, { kind: "end", outcome: { status: "ok" } }],
    ["ends at the deadline", [both], {}, { now: 60_000 }, end("timeout", "timeout")],
    ["not before it", [], {}, { now: 59_999 }, { kind: "think", turn: 0, format: false }],
    ["ends with a failure", [{ failed: "budget" }], {}, {}, end("error", "budget")],
    [
      "ends after the last step",
      [both, { seen: [0, 0] }, { seen: [0, 1] }],
      { max_steps: 2 },
      {},
      end("error", "max_steps"),
    ],
    [
      "ends past its reasoning",
      [said("", [call("a")], 99)],
      { max_tokens_reason: 9 },
      {},
      end("error", "max_tokens_reason"),
    ],
    ["ends past its answer", [said("so", [], 99)], { max_tokens_answer: 9 }, {}, end("error", "max_tokens_answer")],
    ["ends with nothing said", [said("")], {}, {}, end("error", "empty_answer")],
    ["goes on from refused calls", [said("", [call("c")])], {}, {}, { kind: "think", turn: 1, format: false }],
    [
      "ends when it loops",
      [said("", [call("a")]), { seen: [0, 0] }, said("", [call("a")]), { seen: [1, 0] }, said("", [call("a")])],
      {},
      {},
      end("error", "loop_detected"),
    ],
  ];
  it.each(table)("%s", (_, events, limits, now, expected) => {
    expect(decide(after(open(limits), events), { ...idle, ...now })).toMatchObject(expected as Decision);
  });

  it.each([
    ["asks for the JSON that is missing", [said("seven")], { kind: "think", turn: 1, format: true }],
    ["asks once", [said("seven"), said("still words")], end("error", "invalid_answer")],
    ["takes it", [said("seven"), said('{"n":7}')], { kind: "end", outcome: { status: "ok" } }],
  ])("%s", (_, events, expected) => {
    const answer_schema = { type: "object", required: ["n"] };
    expect(decide(after(open({}, { answer_schema }), events), idle)).toMatchObject(expected);
  });

  it("decides the same for any order of facts", () => {
    const facts: Fact[] = [];
    const live = open({ max_steps: 9 });
    for (const event of [both, { seen: [0, 0] }, { seen: [0, 1] }, both, { seen: [1, 0] }] as const) {
      const fact = factOf(live, event);
      facts.push(fact);
      applyFact(live, fact);
    }
    const found = foldFacts(open({ max_steps: 9 }), facts.toReversed());
    expect(found).toEqual(live);
    expect(decide(found, idle)).toEqual(decide(live, idle));
  });
});
