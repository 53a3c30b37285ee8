import type { DraftRequestOutcome } from "../contracts/api/drafts.ts";
import type { Tx } from "../ports/store.ts";
import { build } from "./build.ts";
import { type DraftDeps, neverAborts } from "./draft-deps.ts";
import type { Actor, DraftResult, CreateRequest, RequestText } from "./drafts.ts";
import type { SettledInput } from "./gate/needs.ts";
import { openDraft, viewOf } from "./open-draft.ts";
import { planText } from "./plan-text.ts";
import { runQuery } from "./query.ts";
import type { OpenDraft } from "./stored-draft.ts";
import { compact } from "../contracts/compact.ts";

/** Brings a plan, or words for one, through the gate. */
export async function createDraft(deps: DraftDeps, request: CreateRequest): Promise<DraftResult<DraftRequestOutcome>> {
  const { tenant, actor: author, signal = neverAborts, along } = request;
  const admission = { tenant, author, signal, settled: {}, ...(along !== undefined && { along }) };
  if ("plan" in request) return buildOrRun(deps, admission, { plan: request.plan });
  const { text, voice, zone, locale, answers = {} } = request;
  return buildOrRun(deps, { ...admission, settled: { answers } }, { words: compact({ text, voice, zone, locale }) });
}

export type DraftRequest = {
  tenant: string;
  author: Actor;
  settled: SettledInput;
  signal: AbortSignal;
  /** Goes into the transaction that opens the Draft. */
  inTransaction?: (tx: Tx, draft: OpenDraft) => void;
};

export async function buildOrRun(
  deps: DraftDeps,
  admission: DraftRequest,
  from: { words: RequestText } | { plan: OpenDraft["plan"] },
): Promise<DraftResult<DraftRequestOutcome>> {
  const { tenant, author, settled, signal, inTransaction: along } = admission;
  const words = "words" in from ? from.words : undefined;
  const planned =
    "plan" in from
      ? ({ ok: true, value: from.plan } as const)
      : await planText(deps, { tenant, words: from.words, settled, signal });
  if (!planned.ok) return planned;
  const built = await build(deps, { tenant, plan: planned.value, settled, rounds: 1, signal });
  if (!built.ok) return built;
  const { plan } = built;
  if (built.kind === "nothing") return { ok: true, value: { kind: "nothing", plan } };
  if (built.kind === "run")
    return { ok: true, value: { kind: "answer", query: await runQuery(deps, { tenant, by: author, plan, signal }) } };
  const kept = { picks: [...(settled.picks ?? [])], answers: { ...settled.answers } };
  const draft = await openDraft(deps, {
    tenant,
    author,
    built,
    from: compact({ ...kept, words }),
    ...(along !== undefined && { inTransaction: along }),
  });
  return { ok: true, value: { kind: "draft", draft: viewOf(deps, draft) } };
}
