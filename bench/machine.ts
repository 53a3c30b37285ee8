import { execFileSync } from "node:child_process";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { z } from "zod";

export const Machine = z.strictObject({
  cpu: z.string(),
  cores: z.int(),
  memoryGb: z.number(),
  node: z.string(),
  platform: z.string(),
  /** The last minute's load when the bench began: above 0.5 the machine was not idle. */
  loadAverage: z.number(),
  /** With `+` where the working tree has changes. */
  commit: z.string(),
});
export type Machine = z.infer<typeof Machine>;

export function machine(): Machine {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    loadAverage: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    commit: commit(),
  };
}

export function machineLine({ cpu, cores, memoryGb, node, loadAverage, commit }: Machine): string {
  return `${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}, load ${loadAverage} at the start, commit ${commit}`;
}

function commit(): string {
  const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8", stdio: "pipe" }).trim();
  try {
    const isChanged = git("status", "--porcelain", "--", "src", "bench").length > 0;
    return `${git("rev-parse", "--short", "HEAD")}${isChanged ? "+" : ""}`;
  } catch {
    return "unknown";
  }
}
