import type { VerbError } from "../contracts/react/verb.ts";
import type { ChangePreview, ReadBack, VerbSpec } from "../ports/verbs.ts";
import type { Json, JsonObject } from "../plan/json.ts";

/** The context of a call. */
export type ToolContext = {
  signal: AbortSignal;
  requestId: string;
  caller: string;
  tenant?: string;
  /** Who calls, from the credential. */
  principal?: string;
  /** The person who approved exactly this call, after its preview was shown. */
  approvedBy?: string;
  /** The effect's key in the ledger; a `keyed` tool acts at most once on it. */
  effectKey?: string;
  /** A tool that has to connect first checks this again right before it sends; see `VerbOptions`. */
  isOurs?: () => boolean;
  /** Milliseconds since the epoch. */
  now: number;
  /** Heartbeat: restarts the time limit of the call. Absent if there is no limit to extend. */
  heartbeat?: () => void;
};

/** One write whose answer was lost. */
export type LostEffect = { key: string; payload: JsonObject };

/**
 * A verb that can be run. `run` gets a payload that fits the input schema, answers with JSON or throws a `ToolError`,
 * and stops when the signal does.
 */
export type Tool = {
  spec: VerbSpec;
  run(payload: JsonObject, context: ToolContext): Promise<Json>;
  /** Why a call with this payload can never succeed, such as a query that is not declared; undefined where it may. */
  check?(payload: JsonObject, tenant: string | undefined): VerbError | undefined;
  readBack?(effect: LostEffect, context: ToolContext): Promise<ReadBack>;
  /** Previews a write with this payload; must only read. */
  previewChange?(payload: JsonObject, context: ToolContext): Promise<ChangePreview | undefined>;
};
