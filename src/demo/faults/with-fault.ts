import { type Clock, pause } from "../../ports/clock.ts";
import { ToolError } from "../../tools/tool-error.ts";
import type { Faults } from "./faults.ts";

type FaultyCall = { verb: string; faults?: Faults; clock: Clock; signal: AbortSignal };

/** Applies the verb's fault switch: delayed, failed, or with a lost answer. */
export async function withFault<T>({ verb, faults, clock, signal }: FaultyCall, work: () => T): Promise<T> {
  const fault = faults?.(verb);
  if (fault === undefined) return work();
  if (fault.latencyMs !== undefined) {
    await pause(clock, fault.latencyMs, signal);
    if (signal.aborted) throw new ToolError("canceled", "the caller cancelled the call");
  }
  if (fault.kind === "error") throw new ToolError("tool_failed", `${verb} is switched to fail`);
  if (fault.kind === "rate_limit") throw new ToolError("rate_limited", `${verb} is switched to ask for fewer calls`);
  const answer = work();
  if (fault.kind === "lost") throw new ToolError("connection_lost", `${verb} is switched to lose its answer`);
  return answer;
}
