import { type VerbAnswer, VerbCall } from "../contracts/react/verb.ts";
import { compact } from "../plan/compact.ts";
import { contentHash } from "../plan/hash.ts";
import type { Json, JsonObject } from "../plan/json.ts";
import { nearest } from "../plan/nearest.ts";
import { parseWith } from "../plan/parse.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { ChangePreview, ReadBack, VerbOptions, Verbs, VerbSpec } from "../ports/verbs.ts";
import { isTransient } from "../ports/store-error.ts";
import { assertFits } from "./assert-fits.ts";
import { checkedOutput } from "./checked-output.ts";
import { withDeadline } from "./deadline.ts";
import { combinePolicies, type Policy, type PolicyCall, type CombinedPolicy } from "./policy/policy.ts";
import type { RateLimiter } from "./rate-limits.ts";
import type { ToolRegistry } from "./registry.ts";
import { assertStillLeased, ToolError } from "./tool-error.ts";
import { createSecrets, type Secrets } from "./secrets.ts";
import type { Tool } from "./tool.ts";

export type VerbRouterDeps = {
  registry: ToolRegistry;
  policies?: readonly Policy[];
  /** Known secrets, which are replaced in every answer, because a server may echo them. None by default. */
  secrets?: Secrets;
  /** Opens a Draft for a call that needs approval and cannot wait for it; its answer is the call's. */
  openDraft?: (pending: PendingCall) => Promise<VerbAnswer>;
  rateLimiter?: RateLimiter;
  log: Log;
  clock: Clock;
  maxOutputBytes?: number;
};

/** A call that a person has to approve. */
export type PendingCall = { call: VerbCall; options: VerbOptions; reason: string };

export const defaultMaxOutputBytes = 4 * 1024 * 1024;

/** The verb router over a registry. */
export function createVerbs(parts: VerbRouterDeps): Verbs {
  const router: Router = {
    ...parts,
    rule: combinePolicies(parts.policies ?? [], parts.clock),
    maxOutputBytes: parts.maxOutputBytes ?? defaultMaxOutputBytes,
    secrets: parts.secrets ?? createSecrets(),
  };
  return {
    describe: (verbId, tenant) => parts.registry.get(verbId, tenant)?.spec,
    list: (tenant) => parts.registry.specs(tenant),
    check: (verbId, payload, tenant) => parts.registry.get(verbId, tenant)?.check?.(payload, tenant),
    assess: (call, options) =>
      findAllowed(router, call, options).then(
        () => undefined,
        (error: unknown) => router.secrets.hide(toVerbError(error), options.tenant),
      ),
    execute: (call, options) => execute(router, call, options),
    readBack: async (verbId, effect, options) =>
      router.secrets.hide(await readBack(router, { verbId, ...effect }, options), options.tenant),
    previewChange: async (verbId, payload, options) =>
      router.secrets.hide(await previewChange(router, { verbId, payload }, options), options.tenant),
  };
}

type Router = Omit<VerbRouterDeps, "policies"> &
  Required<Pick<VerbRouterDeps, "maxOutputBytes" | "secrets">> & { rule: CombinedPolicy };

async function execute(router: Router, call: VerbCall, options: VerbOptions): Promise<VerbAnswer> {
  const startedAt = router.clock.now();
  let answer: VerbAnswer;
  try {
    answer = { ok: true, output: await callTool(router, call, options), error: null };
  } catch (error) {
    answer = (await draftFor(router, { call, options }, error)) ?? failure(error);
  }
  logCall(router, { call, options, answer, startedAt });
  return router.secrets.hide(answer, options.tenant);
}

async function callTool(router: Router, call: VerbCall, options: VerbOptions): Promise<Json> {
  const { tool, payload, ...asked } = await findAllowed(router, call, options);
  const { spec } = tool;
  await router.rateLimiter?.({ tool: spec.name, tenant: options.tenant, wait: options.rateWait }).catch(notCounted);
  const deadline = { clock: router.clock, timeoutMs: spec.timeoutMs, signal: options.signal };
  const answered = await withDeadline(deadline, async (signal, extend) => {
    const { stillLeased: isOurs } = options;
    assertStillLeased(isOurs);
    const heartbeat = (): void => {
      extend();
      options.onHeartbeat?.();
    };
    const context = { ...asked, signal, now: router.clock.now(), heartbeat };
    return tool.run(payload, isOurs === undefined ? context : { ...context, isOurs }).catch((error: unknown) => {
      throw toToolError(error, spec);
    });
  });
  const output = checkedOutput(answered, router.maxOutputBytes);
  if (spec.outputSchema !== undefined) assertFits(spec.outputSchema, output, "invalid_output");
  return output;
}

function notCounted(error: unknown): never {
  if (!isTransient(error)) throw error;
  throw new ToolError("unavailable", "the rate limit could not be read; nothing was sent");
}

type AllowedCall = { tool: Tool; payload: JsonObject } & Pick<PolicyCall, "requestId" | "caller"> & CallContext;

/** The tool of a call that may be made. */
async function findAllowed(router: Router, call: VerbCall, options: VerbOptions): Promise<AllowedCall> {
  const { verb_id: verbId, payload, request_id: requestId, caller } = parseCall(call);
  const tool = findTool(router, verbId, options.tenant);
  const { spec } = tool;
  assertFits(spec.inputSchema, payload, "invalid_payload");
  const from = options.run === undefined ? {} : { run: options.run };
  const asked = { ...contextOf(options), requestId, caller };
  await assertAllowed(router, { ...asked, ...from, verb: spec, payload }, options);
  return { tool, payload, ...asked };
}

/** The policy is evaluated for every call; an approval overrides `needs_approval` and never a denial. */
async function assertAllowed(router: Router, call: PolicyCall, { signal, approvedBy }: VerbOptions): Promise<void> {
  const ruling = await router.rule(approvedBy === undefined ? call : { ...call, approvedBy }, signal);
  if (ruling.kind === "deny") throw new ToolError("denied", ruling.reason);
  if (ruling.kind !== "needs_approval" || approvedBy !== undefined) return;
  throw ruling.draft === true ? new DraftNeeded(ruling.reason) : new ToolError("needs_approval", ruling.reason);
}

/** A call that may become a Draft. */
class DraftNeeded extends ToolError {
  constructor(reason: string) {
    super("needs_approval", reason);
  }
}

async function draftFor(
  router: Router,
  { call, options }: Omit<PendingCall, "reason">,
  error: unknown,
): Promise<VerbAnswer | undefined> {
  const needsApproval = error instanceof ToolError && error.code === "needs_approval";
  const wantsDraft = error instanceof DraftNeeded || (needsApproval && options.pausesForDraft === true);
  if (!wantsDraft || options.canWait === true) return undefined;
  return router.openDraft?.({ call, options, reason: error.message }).catch(failure);
}

function failure(error: unknown): VerbAnswer {
  return { ok: false, output: null, error: toVerbError(error) };
}

type VerbTarget = { verbId: string; key: string; payload: JsonObject };

async function readBack(router: Router, { verbId, key, payload }: VerbTarget, options: VerbOptions): Promise<ReadBack> {
  try {
    const tool = findTool(router, verbId, options.tenant);
    const ask = tool.readBack?.bind(tool);
    if (ask === undefined) return { state: "unknowable", reason: `${verbId} cannot be read back` };
    const deadline = { clock: router.clock, timeoutMs: tool.spec.timeoutMs, signal: options.signal };
    const context = { ...contextOf(options), requestId: key, caller: "read-back", now: router.clock.now() };
    const found = await withDeadline(deadline, (signal) => ask({ key, payload }, { ...context, signal }));
    return found.state === "done" ? { ...found, output: checkedOutput(found.output, router.maxOutputBytes) } : found;
  } catch (error) {
    return { state: "unknowable", reason: toVerbError(error).message };
  }
}

/** A failed preview returns nothing; the caller continues without it. */
async function previewChange(
  router: Router,
  { verbId, payload }: Pick<VerbTarget, "verbId" | "payload">,
  options: VerbOptions,
): Promise<ChangePreview | undefined> {
  try {
    const tool = findTool(router, verbId, options.tenant);
    const see = tool.previewChange?.bind(tool);
    if (see === undefined) return undefined;
    const deadline = { clock: router.clock, timeoutMs: tool.spec.timeoutMs, signal: options.signal };
    const context = { ...contextOf(options), requestId: `look:${verbId}`, caller: "look", now: router.clock.now() };
    return await withDeadline(deadline, (signal) => see(payload, { ...context, signal }));
  } catch (error) {
    router.log.info("change preview failed", {
      event: "verbs.preview_failed",
      verb: verbId,
      code: toVerbError(error).code,
    });
    return undefined;
  }
}

function parseCall(call: VerbCall): VerbCall {
  const parsed = parseWith(VerbCall, call);
  if (parsed.ok) return parsed.value;
  const text = parsed.issues.map((issue) => [issue.pointer, issue.message, issue.hint].filter(Boolean).join(" "));
  throw new ToolError("invalid_call", text.slice(0, 3).join("; "));
}

function findTool(router: Router, verbId: string, tenant: string | undefined): Tool {
  const tool = router.registry.get(verbId, tenant);
  if (tool !== undefined) return tool;
  const known = router.registry.list(tenant).map(({ spec }) => spec.name);
  const close = nearest(verbId, known);
  throw new ToolError(
    "unknown_verb",
    `there is no verb ${verbId}${close === undefined ? "" : `; did you mean ${close}?`}`,
  );
}

type CallContext = Pick<VerbOptions, "approvedBy" | "tenant" | "effectKey" | "principal">;

function contextOf({ approvedBy, tenant, effectKey, principal, run }: VerbOptions): CallContext {
  // A call that was edited on approval was not shown to anybody as it is sent.
  const isShown = run === undefined || run.step !== undefined;
  return compact({ approvedBy: isShown ? approvedBy : undefined, tenant, effectKey, principal });
}

/** After an unexpected exception it is unknown how far the tool got. */
function toToolError(error: unknown, { effect }: VerbSpec): ToolError {
  if (error instanceof ToolError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ToolError(effect === "read" ? "tool_failed" : "tool_crashed", message, { cause: error });
}

function toVerbError(error: unknown): { code: string; message: string } {
  if (error instanceof ToolError) return { code: error.code, message: error.message };
  return { code: "tool_failed", message: error instanceof Error ? error.message : String(error) };
}

type ExecutedCall = { call: VerbCall; options: VerbOptions; answer: VerbAnswer; startedAt: number };

/** Logs arguments as a hash and errors as a code, because both can contain secrets. */
function logCall(router: Router, { call, options, answer, startedAt }: ExecutedCall): void {
  try {
    const fields = compact({
      traceId: options.traceId,
      verb: call.verb_id,
      request_id: call.request_id,
      caller: call.caller,
      tenant: options.tenant,
      args_hash: contentHash(call.payload),
      duration_ms: router.clock.now() - startedAt,
      ok: answer.ok,
      code: answer.error?.code,
    });
    router.log.info("verb executed", { event: "verbs.executed", ...fields });
  } catch {
    // A log that fails, or a call too odd to be hashed, must not turn an answer into a rejection.
  }
}
