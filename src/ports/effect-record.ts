import type { Json } from "../plan/json.ts";

/**
 * - `reserved`: the key is ours and nothing is under way
 * - `sent`: the call may have gone out; without an answer this is an unknown outcome
 * - `confirmed`: it stands in the outside world
 * - `unknown`: it may stand; a read-back or a person settles it
 */
export type EffectState = "reserved" | "sent" | "confirmed" | "unknown";

/** One write in the outside world, found by its key. The same key never stands for other arguments. */
export type EffectRecord = {
  tenant: string;
  key: string;
  /** Who holds the key; only the holder moves it. */
  runId: string;
  /** The unit and the attempt it belongs to, as the journal names them. */
  unit: string;
  attempt: number;
  verb: string;
  argsHash: string;
  state: EffectState;
  at: number;
  /** Kept where another run may ask for the same key. */
  output?: Json;
};
