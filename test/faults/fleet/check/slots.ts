import { type Evidence, groupBy, type Violation } from "./evidence.ts";

/** A slot, an event, a crossing: one run of an agent for each, and no run without one. */
export function slots({ decisions, agentRuns }: Evidence): Violation[] {
  const fired = decisions.filter(({ runId }) => runId !== null);
  const several = [...groupBy(fired, ({ agent, trigger, slot }) => `${agent} ${trigger} ${slot}`)]
    .map(([name, same]) => ({ name, slot: same[0]?.slot ?? "", runs: new Set(same.map(({ runId }) => runId)) }))
    .filter(({ runs }) => runs.size > 1)
    .map(({ name, slot, runs }): Violation => {
      return { rule: "slots", about: slot, message: `${name} has ${runs.size} runs: ${[...runs].join(", ")}` };
    });
  const known = new Set(fired.map(({ runId }) => runId));
  const stray = agentRuns
    .filter(({ runId }) => !known.has(runId))
    .map(({ agent, runId }): Violation => {
      return { rule: "slots", about: runId, message: `${agent} ran as ${runId} without a decision` };
    });
  return [...several, ...stray];
}
