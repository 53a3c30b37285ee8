import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { askLocal } from "./ask-local.ts";

/** One process that serves a data folder, as it says itself. */
export const Serving = z.strictObject({ pid: z.int().min(1), url: z.string() });
export type Serving = z.infer<typeof Serving>;

/**
 * Leaves word of this process in the data folder, where the next one looks; the result takes it away again. Where there
 * is no room for it the next one is not warned, and that is all.
 */
export function noteServing(dataFolder: string, serving: Serving): () => void {
  const folder = join(dataFolder, "serving");
  const file = join(folder, `${serving.pid}.json`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(serving));
    return () => rmSync(file, { force: true });
  } catch {
    return () => undefined;
  }
}

/** Another process that serves this folder now. What a process left that was killed is taken for what it is. */
export async function findServing(dataFolder: string, ask = askLocal): Promise<Serving | undefined> {
  for (const serving of notesIn(join(dataFolder, "serving")))
    if (serving.pid !== process.pid && isAlive(serving.pid) && (await ask(`${serving.url}/healthz`)) !== undefined)
      return serving;
  return undefined;
}

function notesIn(folder: string): Serving[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => noteOf(join(folder, name)) ?? []);
}

/** Undefined for a note that is just being written, or taken away. */
function noteOf(file: string): Serving | undefined {
  try {
    return Serving.parse(JSON.parse(readFileSync(file, "utf8")));
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
