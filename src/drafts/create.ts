import type { Made } from "../contracts/api/drafts.ts";
import type { Tx } from "../ports/store.ts";
import { build } from "./build.ts";
import { type Room, unending } from "./draft-parts.ts";
import type { Actor, Answer, CreateRequest, Words } from "./drafts.ts";
import type { Settled } from "./gate/needs.ts";
import { openDraft, viewOf } from "./open-draft.ts";
import { planWords } from "./plan-words.ts";
import { runQuery } from "./query.ts";
import type { OpenDraft } from "./stored-draft.ts";
import { compact } from "../contracts/compact.ts";

/** Brings a plan, or words for one, through the gate. */
export async function createDraft(room: Room, request: CreateRequest): Promise<Answer<Made>> {
  const { tenant, actor: author, signal = unending, along } = request;
  const admission = { tenant, author, signal, settled: {}, ...(along !== undefined && { along }) };
  if ("plan" in request) return admit(room, admission, { plan: request.plan });
  const { text, voice, zone, locale, answers = {} } = request;
  return admit(room, { ...admission, settled: { answers } }, { words: compact({ text, voice, zone, locale }) });
}

export type Admission = {
  tenant: string;
  author: Actor;
  settled: Settled;
  signal: AbortSignal;
  /** Goes into the transaction that opens the Draft. */
  along?: (tx: Tx, draft: OpenDraft) => void;
};

export async function admit(
  room: Room,
  admission: Admission,
  from: { words: Words } | { plan: OpenDraft["plan"] },
): Promise<Answer<Made>> {
  const { tenant, author, settled, signal, along } = admission;
  const words = "words" in from ? from.words : undefined;
  const planned =
    "plan" in from
      ? ({ ok: true, value: from.plan } as const)
      : await planWords(room, { tenant, words: from.words, settled, signal });
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
    ...(along !== undefined && { along }),
  });
  return { ok: true, value: { kind: "draft", draft: viewOf(room, draft) } };
}
