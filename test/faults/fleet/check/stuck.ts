import type { Evidence, Violation } from "./evidence.ts";

const endings = new Set(["completed", "failed", "cancelled"]);
/** What a Draft waits for when the fleet owes nothing to it. */
const restful = new Set(["apply", "nothing", "rebuild"]);

/** Everything has ended, or waits for a person who was never asked. */
export function stuck({ runs, drafts, reacts, agentRuns, decisions, deadJobs }: Evidence): Violation[] {
  const say = (about: string, message: string): Violation => ({ rule: "stuck", about, message });
  return [
    ...runs
      .filter(({ status }) => !endings.has(status))
      .map(({ runId, status }) => say(runId, `the run ${runId} is still ${status}`)),
    ...drafts
      .filter(({ waitsFor }) => !restful.has(waitsFor))
      .map(({ draftId, waitsFor }) => say(draftId, `the Draft ${draftId} still waits for ${waitsFor}`)),
    ...reacts
      .filter(({ status }) => status === undefined)
      .map(({ requestId }) => say(requestId, `${requestId} was never answered`)),
    ...agentRuns
      .filter(({ status }) => status === "running")
      .map(({ agent, runId }) => say(runId, `a run of ${agent} never ended`)),
    ...unmoved(decisions).map(({ agent, slot }) => say(slot, `${slot} still stands in the line of ${agent}`)),
    ...deadJobs.map((job) => say(job, `the job ${job} was given up`)),
  ];
}

/** Decisions that were queued and never started. */
function unmoved(decisions: Evidence["decisions"]): Evidence["decisions"] {
  const nameOf = ({ agent, slot }: Evidence["decisions"][number]): string => `${agent} ${slot}`;
  const decided = decisions.filter(({ outcome }) => outcome !== "queued" && outcome !== "deduplicated");
  const moved = new Set(decided.map(nameOf));
  return decisions.filter((one) => one.outcome === "queued" && !moved.has(nameOf(one)));
}
