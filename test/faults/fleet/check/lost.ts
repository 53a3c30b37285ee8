import type { Operation } from "../history.ts";
import { agentMarker } from "../world/mind.ts";
import { effectsOf, type Evidence, type Violation } from "./evidence.ts";

/** What was accepted is there, and what it stands for has happened. */
export function lost(evidence: Evidence): Violation[] {
  const done = new Set(effectsOf(evidence).map(({ marker }) => marker));
  return [
    ...evidence.operations.flatMap((operation) =>
      operation.outcome.type === "ok"
        ? lostOf(operation, operation.outcome.id, evidence).map((message) => say(operation, message))
        : [],
    ),
    ...undone(evidence, done),
    ...unseenMinutes(evidence),
  ];
}

function say({ kind, op }: Operation, { about, message }: { about: string; message: string }): Violation {
  return { rule: "lost", about, message: `${kind} ${op} was accepted, and ${message}` };
}

type Missing = { about: string; message: string };

function lostOf(operation: Operation, id: string, evidence: Evidence): Missing[] {
  switch (operation.kind) {
    case "plan":
    case "approve":
      return [];
    case "run":
    case "rerun":
      return evidence.runs.some(({ runId }) => runId === id) ? [] : [{ about: id, message: "there is no such run" }];
    case "draft":
      return evidence.drafts.some(({ draftId }) => draftId === id)
        ? []
        : [{ about: id, message: "there is no such Draft" }];
    case "react":
      return evidence.reacts.some(({ requestId }) => requestId === id)
        ? []
        : [{ about: id, message: "nobody knows of it" }];
    case "event":
      return evidence.agents.flatMap((terms) => lostEvent(operation, terms, evidence));
    default:
      return operation satisfies never;
  }
}

function lostEvent(
  { channel, eventId }: Extract<Operation, { kind: "event" }>,
  { agent, channels, mustRun }: Evidence["agents"][number],
  { decisions }: Evidence,
): Missing[] {
  if (!channels.includes(channel)) return [];
  const own = decisions.filter((decision) => decision.agent === agent && decision.slot === eventId);
  const decided = own.filter(({ outcome }) => outcome !== "deduplicated");
  if (decided.length === 0) return [{ about: eventId, message: `${agent} never decided on ${eventId}` }];
  return mustRun && !decided.some(({ outcome }) => outcome === "fired")
    ? [{ about: eventId, message: `${agent} did not run for ${eventId}` }]
    : [];
}

/** Whatever reports success has happened. */
function undone({ runs, drafts, reacts, operations, agentRuns, decisions }: Evidence, done: Set<string>): Violation[] {
  const ended = new Set(reacts.filter(({ status }) => status === "ok").map(({ requestId }) => requestId));
  const succeeded = new Set(agentRuns.filter(({ status }) => status === "success").map(({ runId }) => runId));
  const claims = [
    ...runs
      .filter(({ status }) => status === "completed")
      .flatMap(({ runId, markers }) => markers.map((marker) => ({ by: `the completed run ${runId}`, marker }))),
    ...drafts
      .filter(({ status }) => status === "APPLIED")
      .map(({ draftId, marker }) => ({ by: `the applied Draft ${draftId}`, marker })),
    ...operations.flatMap((one) =>
      one.kind === "react" && ended.has(one.requestId)
        ? [{ by: `the answer to ${one.requestId}`, marker: one.marker }]
        : [],
    ),
    ...decisions
      .filter(({ runId }) => runId !== null && succeeded.has(runId))
      .map(({ agent, slot }) => ({ by: `a run of ${agent}`, marker: agentMarker(agent, slot) }))
      .filter(({ marker }) => !marker.startsWith("agent.greedy")),
  ];
  return claims
    .filter(({ marker }) => !done.has(marker))
    .map(({ by, marker }) => ({
      rule: "lost",
      about: marker,
      message: `${by} says it wrote ${marker}; the world has no such thing`,
    }));
}

const minuteMs = 60_000;

function unseenMinutes({ agents, decisions }: Evidence): Violation[] {
  return agents.flatMap(({ agent, minutes }) => {
    if (minutes === undefined) return [];
    const decided = new Set(decisions.filter((one) => one.agent === agent).map(({ slot }) => slot));
    const missing: Violation[] = [];
    for (let at = Math.ceil(minutes.from / minuteMs) * minuteMs; at <= minutes.to; at += minuteMs) {
      const slot = new Date(at).toISOString();
      if (!decided.has(slot)) missing.push({ rule: "lost", about: slot, message: `${agent} never decided on ${slot}` });
    }
    return missing;
  });
}
