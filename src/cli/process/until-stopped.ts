/** Resolves when the signal fires, and keeps the process alive until then. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const alive = setInterval(() => undefined, 2 ** 30);
  return new Promise((resolve) => {
    signal.addEventListener(
      "abort",
      () => {
        clearInterval(alive);
        resolve();
      },
      { once: true },
    );
  });
}
