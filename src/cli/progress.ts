import type { Io } from "./command.ts";

/** Says how far the work is ("12 of 480"); cheap enough to call for every row. */
export type Tell = (howFar: string) => void;

/** Who waits less than this is told nothing. */
const patienceMs = 1_000;
const everyMs = 100;

/**
 * Does the work, and lets whoever waits for it see that it goes on: on a terminal one line that is rewritten and wiped
 * at the end, elsewhere one plain line on stderr.
 */
export async function withProgress<T>(
  io: Pick<Io, "err" | "line">,
  what: string,
  work: (tell: Tell) => Promise<T>,
): Promise<T> {
  const { line } = io;
  let howFar = "";
  let nextAt = performance.now() + patienceMs;
  const show = (): void => {
    nextAt = line === undefined ? Infinity : performance.now() + everyMs;
    if (line === undefined) io.err(`${what} …\n`);
    else line(howFar === "" ? `${what} …` : `${what}: ${howFar}`);
  };
  // Work that leaves no room for a timer is seen by what it tells.
  const timer = setTimeout(show, patienceMs).unref();
  try {
    return await work((text) => {
      howFar = text;
      if (performance.now() < nextAt) return;
      clearTimeout(timer);
      show();
    });
  } finally {
    clearTimeout(timer);
    line?.("");
  }
}
