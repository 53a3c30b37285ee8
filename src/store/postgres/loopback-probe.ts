/** Checks whether a process receives its own notifications. */
type LoopbackProbe = {
  /** Called when an own notification arrived, or after a reconnect, which resets the probe. */
  received(): void;
  /** False when a ping should have arrived by now; otherwise sends one unless one is pending. */
  isAlive(): boolean;
};

/**
 * Only a sent ping can be missed. `ping` queues behind the process's other queries, so a slow database is not taken for
 * a dead connection. It resolves with whether it was sent.
 */
export function createLoopbackProbe(ping: () => Promise<boolean>, settleWaitMs: number): LoopbackProbe {
  let last: { sentAt?: number } | undefined;
  const send = async (): Promise<void> => {
    const own = {};
    last = own;
    const isSent = await ping();
    if (last === own) last = isSent ? { sentAt: performance.now() } : undefined;
  };
  return {
    received: () => void (last = undefined),
    isAlive() {
      if (last?.sentAt !== undefined && performance.now() - last.sentAt >= settleWaitMs) return false;
      if (last === undefined) void send();
      return true;
    },
  };
}
