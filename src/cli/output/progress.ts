import type { Io } from "../command.ts";

/** Reports progress ("12 of 480"); cheap enough to call for every row. */
export type ReportProgress = (howFar: string) => void;

type Progress = {
  report: ReportProgress;
  /** Clears the line and ignores later reports. */
  end(): void;
};

type ProgressIo = Pick<Io, "err" | "showLine">;

/** Shorter work shows no progress. */
const showAfterMs = 1_000;
const refreshMs = 100;
const barWidth = 20;

/**
 * Shows that long work is in progress: on a terminal a line that updates and is cleared at the end, elsewhere one line on
 * stderr.
 */
export function startProgress(io: ProgressIo, what: string): Progress {
  let howFar = "";
  const startedAt = performance.now();
  let nextAt = startedAt + showAfterMs;
  const show = (): void => {
    nextAt = io.showLine === undefined ? Infinity : performance.now() + refreshMs;
    if (io.showLine === undefined) io.err(`${what} …\n`);
    else
      io.showLine(howFar === "" ? `${what} …` : `${what}: ${howFar}${timeLeft(howFar, performance.now() - startedAt)}`);
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

/** A bar and the remaining time for "12 of 480"; empty before it can be estimated. */
function timeLeft(howFar: string, passedMs: number): string {
  const [, done = 0, all = 0] = (/(\d+) of (\d+)/.exec(howFar) ?? []).map(Number);
  if (done === 0 || done >= all || passedMs < showAfterMs) return "";
  const share = done / all;
  const seconds = Math.ceil((passedMs / share - passedMs) / 1000);
  const left = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  const filled = Math.round(share * barWidth);
  return `  ${"█".repeat(filled)}${"░".repeat(barWidth - filled)}  about ${left} left`;
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
