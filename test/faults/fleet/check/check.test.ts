import { describe, expect, it } from "vitest";
import type { ClientRequest, Operation, Outcome } from "../history.ts";
import type { WorldCall } from "../world/deed.ts";
import { check } from "./check.ts";
import type { Evidence, SeenDecision } from "./evidence.ts";

// A check that cannot fail proves nothing: a good history passes, and each crime planted in it is found under its rule.
const ok = (id: string): Outcome => ({ type: "ok", id });
const no: Outcome = { type: "fail", why: "403" };
const silence: Outcome = { type: "unknown", why: "no answer" };
const op = (asked: ClientRequest, outcome: Outcome, startedAt = 1_000): Operation => ({
  ...asked,
  op: 0,
  startedAt,
  endedAt: startedAt + 10,
  attempts: 1,
  outcome,
});
const done = (marker: string, at = 2_000): WorldCall => ({ at, what: "done", tool: "post", marker });
const charged: WorldCall = { at: 1, what: "charged", marker: "poor-1", inputTokens: 1, outputTokens: 1 };
const fired = (agent: string, slot: string, runId: string): SeenDecision => {
  return { agent, trigger: "t", slot, outcome: "fired", at: "2026-01-01T10:00:00.000Z", runId };
};
const minute = "2026-01-01T10:00:00.000Z";

const good: Evidence = {
  operations: [
    op({ kind: "plan" }, ok("p")),
    op({ kind: "run", markers: ["run-1-a", "run-1-b"] }, ok("r1")),
    op({ kind: "run", markers: ["run-2-a"] }, silence),
    op({ kind: "draft", marker: "draft-1" }, ok("d1")),
    op({ kind: "approve", marker: "draft-1", counts: false }, no),
    op({ kind: "approve", marker: "draft-1", counts: true }, ok("d1"), 1_500),
    op({ kind: "draft", marker: "draft-2" }, ok("d2")),
    op({ kind: "event", channel: "c", eventId: "e1" }, ok("e1")),
    op({ kind: "react", requestId: "q1", marker: "react-1", tenant: "acme" }, ok("q1")),
  ],
  deeds: [done("run-1-a"), done("run-1-b"), done("draft-1"), done("react-1"), done("agent.all@e1"), charged],
  runs: [{ runId: "r1", status: "completed", markers: ["run-1-a", "run-1-b"] }],
  drafts: [
    { draftId: "d1", marker: "draft-1", status: "APPLIED", waitsFor: "nothing" },
    { draftId: "d2", marker: "draft-2", status: "DRAFT", waitsFor: "apply" },
  ],
  reacts: [{ requestId: "q1", status: "ok" }],
  decisions: [fired("agent.all", "e1", "a1"), fired("agent.greedy", minute, "g1")],
  agentRuns: [
    { agent: "agent.all", runId: "a1", status: "success" },
    { agent: "agent.greedy", runId: "g1", status: "success" },
  ],
  deadJobs: [],
  agents: [
    { agent: "agent.all", channels: ["c"], mustRun: true, perDay: 1, mayWrite: true },
    {
      agent: "agent.greedy",
      channels: [],
      mustRun: false,
      perDay: 9,
      mayWrite: false,
      minutes: { from: Date.parse(minute), to: Date.parse(minute) },
    },
  ],
  purse: { prefix: "poor-", limitMicroCents: 10, usedMicroCents: 6, answerMicroCents: 6 },
};

const without = (part: "drafts" | "reacts"): Evidence => ({ ...good, [part]: [] });

const crimes: readonly (readonly [crime: string, rule: string, evidence: Evidence])[] = [
  ["a run that was accepted and is not there", "lost", { ...good, runs: [] }],
  ["a Draft that was accepted and is not there", "lost", without("drafts")],
  ["a request that nobody knows of", "lost", without("reacts")],
  [
    "an event that nobody decided on",
    "lost",
    { ...good, decisions: good.decisions.slice(1), agentRuns: good.agentRuns.slice(1) },
  ],
  [
    "an event whose repetition is all that was seen",
    "lost",
    { ...good, decisions: good.decisions.map((one) => ({ ...one, outcome: "deduplicated" })) },
  ],
  [
    "an event that did not run",
    "lost",
    { ...good, decisions: good.decisions.map((one) => ({ ...one, outcome: "skipped" })) },
  ],
  [
    "a minute without a decision",
    "lost",
    { ...good, decisions: good.decisions.slice(0, 1), agentRuns: good.agentRuns.slice(0, 1) },
  ],
  ["a completed run without one of its effects", "lost", { ...good, deeds: good.deeds.slice(1) }],
  [
    "an applied Draft without its effect",
    "lost",
    { ...good, deeds: good.deeds.filter(({ marker }) => marker !== "draft-1") },
  ],
  ["an answer without its effect", "lost", { ...good, deeds: good.deeds.filter(({ marker }) => marker !== "react-1") }],
  [
    "an agent's success without its effect",
    "lost",
    { ...good, deeds: good.deeds.filter(({ marker }) => marker !== "agent.all@e1") },
  ],
  ["an effect that happened twice", "twice", { ...good, deeds: [...good.deeds, done("run-1-a")] }],
  [
    "an effect of an unanswered request that happened twice",
    "twice",
    { ...good, deeds: [...good.deeds, done("run-2-a"), done("run-2-a")] },
  ],
  [
    "a request that became two runs",
    "twice",
    { ...good, runs: [...good.runs, { runId: "r2", status: "completed", markers: ["run-1-a"] }] },
  ],
  ["an effect of a Draft that nobody approved", "unapproved", { ...good, deeds: [...good.deeds, done("draft-2")] }],
  [
    "an effect of a Draft only its author approved",
    "unapproved",
    { ...good, operations: good.operations.filter((one) => one.kind !== "approve" || !one.counts) },
  ],
  [
    "an effect of a Draft whose approval was refused",
    "unapproved",
    { ...good, operations: good.operations.map((one) => (one.kind === "approve" ? { ...one, outcome: no } : one)) },
  ],
  [
    "an effect before its approval",
    "unapproved",
    { ...good, deeds: good.deeds.map((deed) => (deed.marker === "draft-1" ? { ...deed, at: 1_400 } : deed)) },
  ],
  ["an effect that nobody asked for", "unapproved", { ...good, deeds: [...good.deeds, done("run-9-z")] }],
  [
    "an agent that writes above its level",
    "unapproved",
    { ...good, deeds: [...good.deeds, done(`agent.greedy@${minute}`)] },
  ],
  ["an agent that writes without a decision", "unapproved", { ...good, deeds: [...good.deeds, done("agent.all@e2")] }],
  ["a run that did not end", "stuck", { ...good, runs: [{ runId: "r1", status: "running", markers: [] }] }],
  ["a run that waits", "stuck", { ...good, runs: [{ runId: "r1", status: "waiting", markers: [] }] }],
  [
    "a Draft under way for ever",
    "stuck",
    { ...good, drafts: good.drafts.map((one) => ({ ...one, waitsFor: "wait" })) },
  ],
  ["a request without an answer", "stuck", { ...good, reacts: [{ requestId: "q1", status: undefined }] }],
  [
    "an agent's run that did not end",
    "stuck",
    { ...good, agentRuns: good.agentRuns.map((one) => ({ ...one, status: "running" })) },
  ],
  [
    "an event that stays queued for ever",
    "stuck",
    { ...good, decisions: [...good.decisions, { ...fired("agent.greedy", "e9", ""), outcome: "queued", runId: null }] },
  ],
  ["a job that was given up", "stuck", { ...good, deadJobs: ["runs r1"] }],
  ["two runs of one slot", "slots", { ...good, decisions: [...good.decisions, fired("agent.greedy", minute, "g2")] }],
  [
    "a run without a decision",
    "slots",
    { ...good, agentRuns: [...good.agentRuns, { agent: "agent.all", runId: "a9", status: "success" }] },
  ],
  [
    "more runs a day than allowed",
    "budgets",
    { ...good, decisions: [...good.decisions, fired("agent.all", "e2", "a2")] },
  ],
  [
    "more writes of an agent than it may run",
    "budgets",
    { ...good, deeds: [...good.deeds, done("agent.all@e2"), done("agent.all@e3")] },
  ],
  ["more money charged than allowed", "budgets", { ...good, deeds: [...good.deeds, charged] }],
  ["more money in the books than allowed", "budgets", { ...good, purse: { ...good.purse, usedMicroCents: 11 } }],
  ["money that the books do not know of", "budgets", { ...good, purse: { ...good.purse, usedMicroCents: 5 } }],
];

describe("the checker of the fault suite", () => {
  it("accepts a correct history", () => {
    expect(check(good)).toEqual([]);
  });

  it("accepts that an unanswered request happened once or not at all", () => {
    expect(check({ ...good, deeds: [...good.deeds, done("run-2-a")] })).toEqual([]);
  });

  it.each(crimes)("finds %s (%s)", (_, rule, evidence) => {
    expect(check(evidence).map((violation) => violation.rule)).toContain(rule);
  });
});
