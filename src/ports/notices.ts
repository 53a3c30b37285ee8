/** Announces that an object of a tenant was written: enough to find it, without its content. */
export type Notice = { tenant: string; kind: string; id: string };

/** Notifications between the processes on one store. They may be late or lost, so consumers also poll. */
export interface Notices {
  /** Notifies the other processes asynchronously. */
  send(notice: Notice): void;
  /**
   * Calls back for notices of other processes, or without one when some may have been missed. The returned function
   * unsubscribes.
   */
  watch(call: (notice?: Notice) => void): () => Promise<void>;
}
