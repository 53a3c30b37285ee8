/** What a shell says of a process that Ctrl-C ended. */
const interrupted = 130;

/** npm hands Ctrl-C on to a process that the terminal has told already: so close together they are one. */
const echoMs = 500;

type Interruptible = {
  on(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  exit(code: number): void;
};

/** Aborts when the process is told to stop. Told so again, by somebody who has waited, it ends at once. */
export function stopSignal(process: Interruptible, ticks = (): number => performance.now()): AbortSignal {
  const stop = new AbortController();
  let firstAt = Infinity;
  const onSignal = (): void => {
    if (ticks() - firstAt >= echoMs) process.exit(interrupted);
    else if (!stop.signal.aborted) {
      firstAt = ticks();
      stop.abort();
    }
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return stop.signal;
}
