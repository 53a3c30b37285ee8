import type { Io } from "../command.ts";

/** Reports progress ("12 of 480"); cheap enough to call for every row. */
export type ReportProgress = (howFar: string) => void;

export type Progress = {
  report: ReportProgress;
  /** Clears the line and ignores later reports. */
  end(): void;
};

type ProgressIo = Pick<Io, "err" | "showLine">;

/** Shorter work shows no progress. */
const showAfterMs = 1_000;
const refreshMs = 100;

/**
 * Shows that long work is in progress: on a terminal a line that updates and is cleared at the end, elsewhere one line on
 * stderr.
 */
export function startProgress(io: ProgressIo, what: string): Progress {
  let howFar = "";
  let nextAt = performance.now() + showAfterMs;
  const show = (): void => {
    nextAt = io.showLine === undefined ? Infinity : performance.now() + refreshMs;
    if (io.showLine === undefined) io.err(`${what} …\n`);
    else io.showLine(howFar === "" ? `${what} …` : `${what}: ${howFar}`);
  };
  // Synchronous work blocks timers, so reports also refresh the line.
  const timer = setTimeout(show, showAfterMs).unref();
  return {
    report(text) {
      howFar = text;
      if (performance.now() < nextAt) return;
      clearTimeout(timer);
      show();
    },
    end() {
      clearTimeout(timer);
      if (nextAt !== Infinity) io.showLine?.("");
      nextAt = Infinity;
    },
  };
}

/** Shows progress around `work`. */
export async function withProgress<T>(
  io: ProgressIo,
  what: string,
  work: (report: ReportProgress) => Promise<T>,
): Promise<T> {
  const progress = startProgress(io, what);
  try {
    return await work(progress.report);
  } finally {
    progress.end();
  }
}
