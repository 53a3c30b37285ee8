/** Whether a process hears what it says itself. */
export type LoopbackProbe = {
  /** Something of its own was heard; or it listens anew, and what was said before does not count. */
  received(): void;
  /** False where something that was said should have been heard by now; else says something, if nothing is on its way. */
  isAlive(): boolean;
};

/**
 * Only what was said can be missed. `murmur` waits its turn with everything else the process asks of the database: while
 * that takes long, silence says nothing. It tells whether it was said.
 */
export function createLoopbackProbe(murmur: () => Promise<boolean>, settleWaitMs: number): LoopbackProbe {
  let last: { saidAt?: number } | undefined;
  const say = async (): Promise<void> => {
    const own = {};
    last = own;
    const isSaid = await murmur();
    if (last === own) last = isSaid ? { saidAt: performance.now() } : undefined;
  };
  return {
    received: () => void (last = undefined),
    isAlive() {
      if (last?.saidAt !== undefined && performance.now() - last.saidAt >= settleWaitMs) return false;
      if (last === undefined) void say();
      return true;
    },
  };
}
