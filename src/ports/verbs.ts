import type { VerbAnswer, VerbCall } from "../contracts/react/verb.ts";
import type { Json, JsonObject } from "../plan/json.ts";
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
  /** Where it was registered from: `code`, `mcp:<server>`, `openapi:<document>`, `http:<file>`. */
  source: string;
  timeoutMs: number;
  retryClass: RetryClass;
  /** Integer micro-cents a call; undefined is unpriced, never free. */
  costMicroCents?: number;
  /**
   * The tenants that may use it. Undefined is a generic verb, for callers with no tenant too; `*` in the list is
   * every caller that has a tenant.
   */
  tenants?: readonly string[];
  /** Whether `readBack` can answer for it. */
  canReadBack: boolean;
};

export type VerbOptions = {
  signal: AbortSignal;
  /** Whose call it is, from the credential; without one only generic verbs exist. */
  tenant?: string;
  /** The effect's key in the ledger; handed to tools whose retry class is `keyed`. */
  effectKey?: string;
  /** The person who was asked about exactly this call and let it pass. Answers `needs_approval`, never a denial. */
  approvedBy?: string;
  /** Asked last of all, right before the call goes out. False: another may be about to make it, and it is `not_sent`. */
  stillLeased?: () => boolean;
  /** The how-manieth try of the same call this is, from 1; for whoever watches. */
  attempt?: number;
  /** The caller's trace, for the log. */
  traceId?: string;
};

/** What a write would change: the same fields as they stand, and as it would make them. */
export type ChangePreview = {
  before: JsonObject;
  after: JsonObject;
  /** Whether these fields are all that it would change. */
  isWhole: boolean;
};

/** What the outside world says about an effect whose answer was lost. */
export type ReadBack = { state: "done"; output: Json } | { state: "absent" } | { state: "unknowable"; reason: string };

/**
 * The verb router (cortex-orch): the only way anything here reaches a tool. Never rejects; failures are answers with
 * a code of `verbErrors` (`verb-errors.ts`) or of the tool itself.
 */
export interface Verbs {
  describe(verbId: string, tenant?: string): VerbSpec | undefined;
  list(tenant?: string): readonly VerbSpec[];
  execute(call: VerbCall, options: VerbOptions): Promise<VerbAnswer>;
  /** Did the write under this key happen? Asked only after a crash or a lost answer. */
  readBack(verbId: string, effect: { key: string; payload: JsonObject }, options: VerbOptions): Promise<ReadBack>;
  /** What a write with this payload would change; undefined where that cannot be seen. Only reads. */
  previewChange?(verbId: string, payload: JsonObject, options: VerbOptions): Promise<ChangePreview | undefined>;
}
