import type { Json } from "../plan/json.ts";

/**
 * - `reserved`: this run owns the key and no call is in flight
 * - `sent`: the call may have been sent; without an answer its outcome is unknown
 * - `confirmed`: the effect exists in the outside world
 * - `unknown`: the effect may exist; a read-back or a person settles it
 */
export type EffectState = "reserved" | "sent" | "confirmed" | "unknown";

/** One write in the outside world, identified by its idempotency key. A key is never reused with other arguments. */
export type EffectRecord = {
  tenant: string;
  key: string;
  /** The owner of the key; only the owner moves the record. */
  runId: string;
  /** The unit and attempt it belongs to, as named in the journal. */
  unit: string;
  attempt: number;
  verb: string;
  argsHash: string;
  state: EffectState;
  /** When it was sent. */
  at: number;
  /** Stored when another run may use the same key. */
  output?: Json;
};
