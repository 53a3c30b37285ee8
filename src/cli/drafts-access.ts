import type { Client } from "../client/index.ts";
import type { DraftRequest, DraftView, DraftRequestOutcome } from "../contracts/api/drafts.ts";
import type { DraftStatus } from "../contracts/actions/draft.ts";
import { compact } from "../contracts/compact.ts";
import type { Problem } from "../contracts/problem.ts";
import type { DraftResult } from "../runtime/drafts.ts";
import type { OpenPlanwright } from "../runtime/open-planwright.ts";
import { type ExitCode, type Invocation, text } from "./command.ts";
import { withPlanwright } from "./local-planwright.ts";
import { hereOrThere } from "./remote.ts";

export type DraftWord = "apply" | "confirm" | "cancel";

/** A row of the pick list, answers by question, or the request in other words. */
export type DraftReply =
  | { entity: number; candidateId: string }
  | { answers: Readonly<Record<string, string>> }
  | { text: string };

/** What the commands need of the gate, here or at a server. */
export type DraftsAccess = {
  list(query: { limit: number; status?: DraftStatus }): Promise<DraftView[]>;
  get(id: string): Promise<DraftResult<DraftView>>;
  create(request: DraftRequest): Promise<DraftResult<DraftRequestOutcome>>;
  decide(word: DraftWord, view: DraftView): Promise<DraftResult<DraftView>>;
  reply(view: DraftView, reply: DraftReply): Promise<DraftResult<DraftView>>;
  /** The Draft once nothing is under way any more. */
  settled(id: string): Promise<DraftResult<DraftView>>;
};

export function withDrafts(
  invocation: Invocation,
  work: (drafts: DraftsAccess) => Promise<ExitCode>,
): Promise<ExitCode> {
  return hereOrThere(
    invocation,
    () =>
      withPlanwright(invocation, async (planwright) => {
        // Timers of the engine keep no process alive.
        const alive = setInterval(() => undefined, 2 ** 30);
        return work(accessHere(invocation, planwright)).finally(() => clearInterval(alive));
      }),
    (client) => work(accessThere(invocation, client)),
  );
}

/** Whoever only looks works on nothing. */
function accessHere(invocation: Invocation, planwright: OpenPlanwright): DraftsAccess {
  const { drafts } = planwright;
  let started: Promise<void> | undefined;
  const atWork = (): Promise<void> => (started ??= planwright.start());
  const tenant = text(invocation, "tenant") ?? "local";
  const actor = { id: text(invocation, "as") ?? "cli" };
  const { signal } = invocation.io;
  return {
    list: (query) => drafts.list({ tenant, ...query }),
    get: (draftId) => drafts.get({ tenant, of: { draftId } }),
    async create(request) {
      await atWork();
      return drafts.create({ tenant, actor, signal, ...compact(request) });
    },
    async decide(word, { draft, action_hash: actionHash }) {
      await atWork();
      return drafts[word]({ tenant, actor, shown: { draftId: draft.draft_id, revision: draft.revision, actionHash } });
    },
    async reply({ draft, action_hash: actionHash }, reply) {
      await atWork();
      const shown = { draftId: draft.draft_id, revision: draft.revision, actionHash };
      const act = { tenant, actor, shown };
      if ("entity" in reply) return drafts.pick({ ...act, ...reply });
      if ("answers" in reply) return drafts.answer({ ...act, ...reply });
      return drafts.edit({ ...act, edit: { actions: [], remove: [], text: reply.text } });
    },
    settled: (draftId) => drafts.waitUntilSettled({ tenant, of: { draftId } }, signal),
  };
}

const words = { apply: "applyDraft", confirm: "confirmDraft", cancel: "cancelDraft" } as const;
/** How often a server is asked whether it is done. */
const lookMs = 500;

function accessThere({ io }: Invocation, client: Client): DraftsAccess {
  const get = (id: string): Promise<DraftResult<DraftView>> => answered(client.getDraft({ params: { id }, query: {} }));
  return {
    list: async (query) => (await client.listDrafts({ query })).drafts,
    get,
    create: (body) => answered(client.createDraft({ body })),
    decide: (word, { draft, action_hash }) =>
      answered(
        client[words[word]]({ params: { id: draft.draft_id }, body: { revision: draft.revision, action_hash } }),
      ),
    reply({ draft: { draft_id: id, revision }, action_hash }, reply) {
      const [params, shown] = [{ id }, { revision, action_hash }];
      if ("entity" in reply) {
        const { entity, candidateId: candidate_id } = reply;
        return answered(client.pickDraft({ params, body: { ...shown, entity, candidate_id } }));
      }
      if ("answers" in reply)
        return answered(client.answerDraft({ params, body: { ...shown, answers: { ...reply.answers } } }));
      return answered(client.editDraft({ params, body: { ...shown, text: reply.text } }));
    },
    async settled(id) {
      for (;;) {
        const found = await get(id);
        if (!found.ok || found.value.next.do !== "wait" || io.signal.aborted) return found;
        await new Promise((resolve) => setTimeout(resolve, lookMs));
      }
    },
  };
}

/** A server's refusal as the gate itself would have said it. */
async function answered<T>(call: Promise<T>): Promise<DraftResult<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof Error && "problem" in error) return { ok: false, problem: error.problem as Problem }; // the client's own
    throw error;
  }
}
