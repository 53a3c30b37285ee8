/** The work, once at a time: whoever calls while it is under way gets one more round after it, however many they are. */
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
