import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { getFromLoopback } from "./loopback-get.ts";

/** A process that serves a data folder, as it recorded itself. */
const ServerRecord = z.strictObject({ pid: z.int().min(1), url: z.string() });
type ServerRecord = z.infer<typeof ServerRecord>;

/**
 * Records this process in the data folder, so that the next one finds it. The returned function removes the record. A
 * failed write is ignored: it only costs the warning.
 */
export function recordServer(dataFolder: string, serving: ServerRecord): () => void {
  const folder = join(dataFolder, "serving");
  const file = join(folder, `${serving.pid}.json`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(serving), { mode: 0o600 });
    return () => rmSync(file, { force: true });
  } catch {
    return () => undefined;
  }
}

/** Finds another live process that serves this folder. Ignores stale records of killed processes. */
export async function findRunningServer(dataFolder: string, ask = getFromLoopback): Promise<ServerRecord | undefined> {
  for (const serving of recordsIn(join(dataFolder, "serving")))
    if (serving.pid !== process.pid && isAlive(serving.pid) && (await ask(`${serving.url}/healthz`)) !== undefined)
      return serving;
  return undefined;
}

function recordsIn(folder: string): ServerRecord[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => readRecord(join(folder, name)) ?? []);
}

/** Undefined for a record that is being written or removed. */
function readRecord(file: string): ServerRecord | undefined {
  try {
    return ServerRecord.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
