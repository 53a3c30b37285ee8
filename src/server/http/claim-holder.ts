import { readFileSync, readlinkSync } from "node:fs";

/** Names the process that holds a claim, and says whether such a process has ended. */
export type ClaimHolders = { own: string | undefined; isGone: (holder: string) => boolean };

/**
 * A process is named by the boot of its machine, its process namespace, its id and its start time. Only a process of the same
 * boot and namespace can be looked up; any other counts as running, as does every process on a system without `/proc`.
 */
export function createClaimHolders(pid = process.pid): ClaimHolders {
  const place = readPlace();
  const nameOf = (id: number): string | undefined => {
    const startedAt = place === undefined ? undefined : startOf(id);
    return startedAt === undefined ? undefined : `${place} ${id} ${startedAt}`;
  };
  return {
    own: nameOf(pid),
    isGone(holder) {
      const [boot, namespace, id] = holder.split(" ");
      return `${boot} ${namespace}` === place && !mayRun(Number(id), () => nameOf(Number(id)) === holder);
    },
  };
}

/** The signal finds processes that `/proc` hides from other users: these may be the holder. */
function mayRun(pid: number, isSame: () => boolean): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
  return isSame();
}

function readPlace(): string | undefined {
  try {
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return undefined;
  }
}

/** In clock ticks since boot. Undefined for a process that ended and was not yet reaped. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program is in brackets and may contain any character.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
