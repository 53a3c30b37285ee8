import type { Operation } from "../history.ts";
import { type Effect, effectsOf, type Evidence, type Violation } from "./evidence.ts";

/** Every effect was requested, and approved where approval was required. */
export function unapproved(evidence: Evidence): Violation[] {
  const granted = grants(evidence.operations);
  return effectsOf(evidence).flatMap((effect): Violation[] => {
    const message = wrongWith(effect, evidence, granted);
    return message === undefined ? [] : [{ rule: "unapproved", about: effect.marker, message }];
  });
}

type Grants = { asked: ReadonlySet<string>; drafted: ReadonlySet<string>; approved: ReadonlyMap<string, number> };

/** Refused approvals count as none; one without an answer may have counted. */
function grants(operations: readonly Operation[]): Grants {
  const asked = new Set<string>();
  const drafted = new Set<string>();
  const approved = new Map<string, number>();
  for (const operation of operations) {
    if (operation.kind === "run" || operation.kind === "rerun")
      for (const marker of operation.markers) asked.add(marker);
    if (operation.kind === "react") asked.add(operation.marker);
    if (operation.kind === "draft") drafted.add(operation.marker);
    if (operation.kind !== "approve" || !operation.counts || operation.outcome.type === "fail") continue;
    approved.set(operation.marker, Math.min(operation.startedAt, approved.get(operation.marker) ?? Infinity));
  }
  return { asked, drafted, approved };
}

function wrongWith({ marker, at }: Effect, evidence: Evidence, granted: Grants): string | undefined {
  if (granted.asked.has(marker)) return undefined;
  if (granted.drafted.has(marker)) {
    const since = granted.approved.get(marker);
    if (since === undefined) return `${marker} was written, and nobody had approved its Draft`;
    return at < since ? `${marker} was written before its Draft was approved` : undefined;
  }
  const [agent = "", slot = ""] = marker.split("@");
  const terms = evidence.agents.find((one) => one.agent === agent);
  if (terms === undefined) return `${marker} was written, and nobody had asked for it`;
  if (!terms.mayWrite) return `${agent} wrote ${marker} above its level, and nobody had approved it`;
  const isDecided = evidence.decisions.some((one) => one.agent === agent && one.slot === slot && one.runId !== null);
  return isDecided ? undefined : `${agent} wrote ${marker}, and no decision let it run`;
}
