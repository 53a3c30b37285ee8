/** That something of a tenant has become durable: enough to find it by, and nothing of what it says. */
export type Notice = { tenant: string; kind: string; id: string };

/** Words between the processes on one store. They may come late or never: who depends on something looks for it. */
export interface Notices {
  /** To the other processes, by and by. */
  send(notice: Notice): void;
  /** Calls for what the others tell, without a notice where some may have been missed. The returned function ends it. */
  watch(call: (notice?: Notice) => void): () => Promise<void>;
}
