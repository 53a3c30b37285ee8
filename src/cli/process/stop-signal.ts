/** Exit code of a process that Ctrl-C ended. */
const interruptedExitCode = 130;

/** npm forwards Ctrl-C to a process that already got it from the terminal; both within this time count as one. */
const duplicateMs = 500;

type Interruptible = {
  on(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  exit(code: number): void;
};

/** Aborts on SIGINT or SIGTERM. A second signal exits immediately. */
export function stopSignal(process: Interruptible, monotonicMs = (): number => performance.now()): AbortSignal {
  const stop = new AbortController();
  let firstAt = Infinity;
  const onSignal = (): void => {
    if (monotonicMs() - firstAt >= duplicateMs) process.exit(interruptedExitCode);
    else if (!stop.signal.aborted) {
      firstAt = monotonicMs();
      stop.abort();
    }
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return stop.signal;
}

/** Resolves when the signal fires. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
