import type { DraftRequestOutcome } from "../contracts/api/drafts.ts";
import type { Tx } from "../ports/store.ts";
import { build } from "./build.ts";
import { type DraftDeps_, neverAborts } from "./draft-parts.ts";
import type { Actor, DraftResult, CreateRequest, RequestText } from "./drafts.ts";
import type { SettledInput } from "./gate/needs.ts";
import { openDraft, viewOf } from "./open-draft.ts";
import { planText } from "./plan-words.ts";
import { runQuery } from "./query.ts";
import type { OpenDraft } from "./stored-draft.ts";
import { compact } from "../contracts/compact.ts";

/** Brings a plan, or words for one, through the gate. */
export async function createDraft(room: DraftDeps_, request: CreateRequest): Promise<DraftResult<DraftRequestOutcome>> {
  const { tenant, actor: author, signal = neverAborts, along } = request;
  const admission = { tenant, author, signal, settled: {}, ...(along !== undefined && { along }) };
  if ("plan" in request) return buildOrRun(room, admission, { plan: request.plan });
  const { text, voice, zone, locale, answers = {} } = request;
  return buildOrRun(room, { ...admission, settled: { answers } }, { words: compact({ text, voice, zone, locale }) });
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
  room: DraftDeps_,
  admission: DraftRequest,
  from: { words: RequestText } | { plan: OpenDraft["plan"] },
): Promise<DraftResult<DraftRequestOutcome>> {
  const { tenant, author, settled, signal, inTransaction: along } = admission;
  const words = "words" in from ? from.words : undefined;
  const planned =
    "plan" in from
      ? ({ ok: true, value: from.plan } as const)
      : await planText(room, { tenant, words: from.words, settled, signal });
  if (!planned.ok) return planned;
  const built = await build(room, { tenant, plan: planned.value, settled, rounds: 1, signal });
  if (!built.ok) return built;
  const { plan } = built;
  if (built.kind === "nothing") return { ok: true, value: { kind: "nothing", plan } };
  if (built.kind === "run")
    return { ok: true, value: { kind: "answer", query: await runQuery(room, { tenant, by: author, plan, signal }) } };
  const kept = { picks: [...(settled.picks ?? [])], answers: { ...settled.answers } };
  const draft = await openDraft(room, {
    tenant,
    author,
    built,
    from: compact({ ...kept, words }),
    ...(along !== undefined && { inTransaction: along }),
  });
  return { ok: true, value: { kind: "draft", draft: viewOf(room, draft) } };
}
