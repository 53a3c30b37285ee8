import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** A process that ends with this one at the latest. */
export type Child = { process: ChildProcess; stop(signal?: NodeJS.Signals): Promise<void> };

export function startChild(command: string, args: readonly string[], options: SpawnOptions): Child {
  const child = spawn(command, args, options);
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  return {
    process: child,
    async stop(signal = "SIGTERM") {
      process.off("exit", kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      const late = setTimeout(kill, 15_000);
      await once(child, "exit");
      clearTimeout(late);
    },
  };
}

/** Resident memory in megabytes; undefined where the system does not show it. */
export function memoryMb(pid: number | undefined): number | undefined {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return line === null ? undefined : Number(line[1]) / 1024;
  } catch {
    return undefined;
  }
}
