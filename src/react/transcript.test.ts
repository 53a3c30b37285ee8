import { describe, expect, it } from "vitest";
import { PlanReactRequest } from "../contracts/react/plan-react.ts";
import { createLoopState, type LoopState, type Message, type Turn } from "./loop-state.ts";
import { toTranscript } from "./transcript.ts";

const history: Message[] = [
  { role: "user", content: "hello" },
  { role: "system", content: "be brief" },
  { role: "assistant", content: "hi" },
];

function stateOf(turns: Turn[], given: object = {}): LoopState {
  const goal = { description: "count", metadata: { user_message: "how many?", mode: "debug", agent_id: "a1" } };
  const context = { conversation_history: history, external_facts: { dream_ids: ["d1"] }, session_id: "s" };
  const request = PlanReactRequest.parse({ goal, toolset: [], context, ...given });
  const earlier: Message[] = [{ role: "user", content: "before" }];
  const state = createLoopState({ requestId: "r", tenant: "t", request, tools: new Map(), earlier, startedAt: 0 });
  return { ...state, turns, steps: turns.length };
}

const thinking = { thought: "secret", text: "I look.", calls: [], stop: "calls" as const, reason: 1, answer: 0 };
const turn = (output: string): Turn => ({
  thinking,
  firstStep: 0,
  calls: [{ tool: "find", input: { q: 1 }, refused: false, observation: { ok: true, output } }],
});

describe("the transcript", () => {
  it("has the prompt, earlier messages, the goal with its context, and the turns", () => {
    const { messages = [] } = toTranscript(stateOf([turn("seven")]), 10_000, false) ?? {};
    expect(messages.map(({ role }) => role)).toEqual(
      "system system user user assistant user assistant tool".split(" "),
    );
    expect(messages[0]?.content).toContain("Mode: debug.");
    expect(messages.slice(1, 5).map(({ content }) => content)).toEqual(["be brief", "before", "hello", "hi"]);
    expect(messages[5]?.content).toBe(
      'count\n\nThe user\'s own words: how many?\n\nAbout the goal: {"agent_id":"a1"}\n\nWhat is known: {"external_facts":{"dream_ids":["d1"]}}',
    );
    expect(messages.slice(6)).toEqual([
      { role: "assistant", content: "I look.", calls: [{ id: "t0c0", name: "find", args: { q: 1 } }] },
      { role: "tool", callId: "t0c0", name: "find", content: '"seven"' },
    ]);
  });

  it("truncates an observation that exceeds its share", () => {
    const { messages = [] } = toTranscript(stateOf([turn("x".repeat(9000))]), 4000, false) ?? {};
    expect(messages.at(-1)?.content).toMatch(/^"x{3999}… \[cut: 9002 characters in total\]$/);
  });

  it("has the whole observation again once there is space for it", () => {
    const state = stateOf([turn("x".repeat(9000))]);
    for (const [budget, size] of [
      [10_000, 9002],
      [4000, 4033],
      [10_000, 9002],
    ] as const)
      expect(toTranscript(state, budget, false)?.messages.at(-1)?.content).toHaveLength(size);
  });

  it("is as long as allowed: observations are dropped only when necessary", () => {
    const turns = ["a", "b", "c"].map((letter) => turn(letter.repeat(400)));
    const whole = toTranscript(stateOf(turns), 10_000, false);
    expect(whole?.dropped).toBe(0);
    const counts = [900, 800, 700, 600, 500, 300].map((deps) => toTranscript(stateOf(turns), deps, false)?.dropped);
    expect(counts.filter((count) => count !== undefined)).toEqual(
      counts.filter((count) => count !== undefined).toSorted((a, b) => a - b),
    );
    expect(toTranscript(stateOf(turns), 50, false)).toBeUndefined();
  });
});
