import type { PlannerRequest } from "../../ports/planner.ts";
import { systemClock } from "../system-clock.ts";

/** Builds a request with default settings: surface `runs`, current time, UTC. */
export function planRequest(part: Pick<PlannerRequest, "goal" | "toolbox"> & Partial<PlannerRequest>): PlannerRequest {
  const now = new Date(systemClock.now()).toISOString();
  return { agentId: "local", surface: "runs", now, zone: "UTC", ...part };
}
