import { openLocalRuns } from "../runtime/local-runs.ts";
import type { OpenRuns } from "../runtime/runs.ts";
import type { DefaultVerbs } from "../runtime/default-verbs.ts";
import { flag, type Invocation, text } from "./command.ts";

export type LocalRuns = OpenRuns & DefaultVerbs & { tenant: string; caller: string };

/** Opens the runs of the data folder, lets the command work with them, and closes them whatever happens. */
export async function withRuns<T>(invocation: Invocation, work: (local: LocalRuns) => Promise<T>): Promise<T> {
  const { io } = invocation;
  const folder = text(invocation, "data") ?? io.env["PLANWRIGHT_DATA"] ?? ".planwright";
  const say = (message: string, fields: object = {}): void => io.err(`${message} ${JSON.stringify(fields)}\n`);
  const quiet = (): void => undefined;
  const debug = flag(invocation, "verbose") ? say : quiet;
  const open = openLocalRuns({ folder, log: { debug, info: debug, warn: say, error: say } });
  // Timers of the engine keep no process alive; a run that rests between two attempts must.
  const alive = setInterval(quiet, 2 ** 30);
  try {
    return await work({ ...open, tenant: text(invocation, "tenant") ?? "local", caller: "cli" });
  } finally {
    clearInterval(alive);
    await open.stop();
  }
}
