import type { PlannerRequest } from "../ports/planner.ts";
import { systemClock } from "./system-clock.ts";

/** A request with the usual settings: for runs, said now, in UTC. What matters is given. */
export function planRequest(part: Pick<PlannerRequest, "goal" | "toolbox"> & Partial<PlannerRequest>): PlannerRequest {
  const now = new Date(systemClock.now()).toISOString();
  return { agentId: "local", surface: "runs", now, zone: "UTC", ...part };
}
