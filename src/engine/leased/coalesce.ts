/** Runs the work one at a time: all calls during a round share one more round after it. */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const round = (): Promise<void> => {
    current = work().finally(() => {
      current = undefined;
      next = undefined;
    });
    return current;
  };
  return () => {
    if (current === undefined) return round();
    next ??= current.then(round);
    return next;
  };
}

/** Runs the work after this turn of the event loop: all calls of one turn share it. */
export function oncePerTurn(work: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    setImmediate(() => {
      isAsked = false;
      work();
    });
  };
}
