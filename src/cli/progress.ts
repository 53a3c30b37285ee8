import type { Io } from "./command.ts";

/** Says how far the work is ("12 of 480"); cheap enough to call for every row. */
export type Tell = (howFar: string) => void;

export type Progress = {
  tell: Tell;
  /** Wipes the line. What is told afterwards is not shown. */
  end(): void;
};

type Shown = Pick<Io, "err" | "line">;

/** Who waits less than this is told nothing. */
const patienceMs = 1_000;
const everyMs = 100;

/**
 * Lets whoever waits see that the work goes on: on a terminal one line that is rewritten and wiped at the end, elsewhere
 * one plain line on stderr.
 */
export function startProgress(io: Shown, what: string): Progress {
  let howFar = "";
  let nextAt = performance.now() + patienceMs;
  const show = (): void => {
    nextAt = io.line === undefined ? Infinity : performance.now() + everyMs;
    if (io.line === undefined) io.err(`${what} …\n`);
    else io.line(howFar === "" ? `${what} …` : `${what}: ${howFar}`);
  };
  // Work that leaves no room for a timer is seen by what it tells.
  const timer = setTimeout(show, patienceMs).unref();
  return {
    tell(text) {
      howFar = text;
      if (performance.now() < nextAt) return;
      clearTimeout(timer);
      show();
    },
    end() {
      clearTimeout(timer);
      if (nextAt !== Infinity) io.line?.("");
      nextAt = Infinity;
    },
  };
}

/** The same around one piece of work. */
export async function withProgress<T>(io: Shown, what: string, work: (tell: Tell) => Promise<T>): Promise<T> {
  const progress = startProgress(io, what);
  try {
    return await work(progress.tell);
  } finally {
    progress.end();
  }
}
