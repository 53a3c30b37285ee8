import type { VerbAnswer, VerbCall, VerbError } from "../contracts/react/verb.ts";
import type { Json, JsonObject } from "../plan/json.ts";
import type { Origin } from "./run.ts";
import type { ToolSpec } from "../plan/tool-spec.ts";

/**
 * Whether the same call may be sent again when its outcome is not known.
 *
 * - `safe`: a read; repeating changes nothing
 * - `keyed`: the tool takes the effect key and itself refuses to act twice on it
 * - `never`: only a read-back or a person may settle it
 */
export type RetryClass = "safe" | "keyed" | "never";

/** A verb as the router knows it: the tool, and how it may be called. */
export type VerbSpec = ToolSpec & {
  /** Its source: `code`, `mcp:<server>`, `openapi:<document>`, `http:<file>`. */
  source: string;
  timeoutMs: number;
  retryClass: RetryClass;
  /** Integer micro-cents per call; undefined means unpriced, not free. */
  costMicroCents?: number;
  /**
   * The tenants that may use it. Undefined: a generic verb, also for callers without a tenant; `*` means every caller
   * with a tenant.
   */
  tenants?: readonly string[];
  /** Planners do not choose it: a plan names it only where somebody asked for what it does. */
  isUnplanned?: true;
  /** Whether `readBack` is supported. */
  canReadBack: boolean;
};

export type VerbOptions = {
  signal: AbortSignal;
  /** The caller's tenant, from the credential; without one only generic verbs exist. */
  tenant?: string;
  /** The effect's idempotency key; passed to tools whose retry class is `keyed`. */
  effectKey?: string;
  /** Who calls, from the credential. `caller` of the call is a claim that decides nothing. */
  principal?: string;
  /** The caller can wait for an approval and ask again; without it, a call that needs one may become a Draft. */
  canWait?: boolean;
  /** The caller pauses until a Draft is decided: every call that needs approval becomes one. */
  pausesForDraft?: boolean;
  /** The person who approved exactly this call. Overrides `needs_approval`, never a denial. */
  approvedBy?: string;
  /** The run that calls: why it exists, the agent's run it belongs to, and the step if its plan says exactly this call. */
  run?: { origin: Origin; step?: string; agentRunId?: string };
  /**
   * Checked right before the call is sent. False: another worker may be about to make it, so the result is `not_sent`.
   */
  stillLeased?: () => boolean;
  /** Called whenever the tool reports that it is still working: its time starts again. */
  onHeartbeat?: () => void;
  /** How the caller waits when the call is beyond a rate limit; without it nothing is reserved for the call. */
  rateWait?: RateWait;
  /** Attempt number of this call, from 1; for observability. */
  attempt?: number;
  /** The caller's trace, for the log. */
  traceId?: string;
};

/** A call beyond a rate limit is answered with `rate_limited` and reserves a later window. */
export type RateWait = {
  /** The time that `onPlace` named at the attempt before; it counts until its window ends. */
  place?: number | undefined;
  /** A later place is of no use. */
  latest: number;
  onPlace: (at: number) => void;
};

/** What a write would change: the same fields as they stand, and as it would make them. */
export type ChangePreview = {
  before: JsonObject;
  after: JsonObject;
  /** Whether these fields are all that it would change. */
  isWhole: boolean;
  /** Why the record cannot be changed: the tool reports that it does not exist. */
  missing?: string;
};

/** What a read-back found out about an effect without an answer. */
export type ReadBack = { state: "done"; output: Json } | { state: "absent" } | { state: "unknowable"; reason: string };

/**
 * The verb router (cortex-orch), the only way to reach a tool. Never rejects; failures are answers with a code of
 * `verbErrors` (`verb-errors.ts`) or of the tool.
 */
export interface Verbs {
  describe(verbId: string, tenant?: string): VerbSpec | undefined;
  list(tenant?: string): readonly VerbSpec[];
  /** Why a call with this payload can never succeed; undefined where it may. Calls nothing. */
  check?(verbId: string, payload: JsonObject, tenant: string): VerbError | undefined;
  /** Why the call would be refused now, by its payload or by the policy; undefined where it would be made. Calls nothing. */
  assess?(call: VerbCall, options: VerbOptions): Promise<VerbError | undefined>;
  execute(call: VerbCall, options: VerbOptions): Promise<VerbAnswer>;
  /** Whether the write under this key happened. Called only after a crash or a lost answer. */
  readBack(verbId: string, effect: { key: string; payload: JsonObject }, options: VerbOptions): Promise<ReadBack>;
  /** What a write with this payload would change; undefined where that cannot be seen. Only reads. */
  previewChange?(verbId: string, payload: JsonObject, options: VerbOptions): Promise<ChangePreview | undefined>;
}
