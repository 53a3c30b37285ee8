import { effectsOf, type Evidence, groupBy, type Violation } from "./evidence.ts";

/** Every effect that was wanted once happened once at most, whatever keys it went by; and a request is one run. */
export function twice(evidence: Evidence): Violation[] {
  const effects = [...groupBy(effectsOf(evidence), ({ marker }) => marker)]
    .filter(([, same]) => same.length > 1)
    .map(([marker, same]): Violation => {
      const keys = same.map(({ key }) => key ?? "no key").join(", ");
      return { rule: "twice", about: marker, message: `${marker} happened ${same.length} times (${keys})` };
    });
  const runs = groupBy(
    evidence.runs.flatMap(({ runId, markers }) => markers.slice(0, 1).map((marker) => ({ runId, marker }))),
    ({ marker }) => marker,
  );
  const doubled = [...runs]
    .filter(([, same]) => same.length > 1)
    .map(([marker, same]): Violation => {
      const ids = same.map(({ runId }) => runId).join(", ");
      return { rule: "twice", about: marker, message: `the request for ${marker} became several runs: ${ids}` };
    });
  return [...effects, ...doubled];
}
