import { type Client, ProblemError } from "../../client/index.ts";
import type { DraftRequest, DraftView, DraftRequestOutcome } from "../../contracts/api/drafts.ts";
import type { DraftStatus } from "../../contracts/actions/draft.ts";
import { compact } from "../../contracts/compact.ts";
import type { DraftCommand as GateCommand, DraftResult } from "../../drafts/drafts.ts";
import type { OpenPlanwright } from "../../runtime/open-planwright.ts";
import { type ExitCode, type Invocation, text } from "../command.ts";
import { withPlanwright } from "./local-planwright.ts";
import { localOrRemote } from "../remote/remote.ts";

export type DraftCommand = "apply" | "confirm" | "cancel";

/** A row of the pick list, answers by question, a reworded request, or another person to ask. */
export type DraftReply =
  | { entity: number; candidateId: string }
  | { answers: Readonly<Record<string, string>> }
  | { text: string }
  | { to: string };

/** Drafts for the commands, local or remote. */
export type DraftsAccess = {
  list(query: { limit: number; status?: DraftStatus }): Promise<DraftView[]>;
  get(id: string): Promise<DraftResult<DraftView>>;
  create(request: DraftRequest): Promise<DraftResult<DraftRequestOutcome>>;
  decide(word: DraftCommand, view: DraftView): Promise<DraftResult<DraftView>>;
  rebuild(view: DraftView): Promise<DraftResult<DraftRequestOutcome>>;
  reply(view: DraftView, reply: DraftReply): Promise<DraftResult<DraftView>>;
  /** Resolves when the Draft is no longer being applied. */
  settled(id: string): Promise<DraftResult<DraftView>>;
};

export function withDrafts(
  invocation: Invocation,
  work: (drafts: DraftsAccess) => Promise<ExitCode>,
): Promise<ExitCode> {
  return localOrRemote(
    invocation,
    () =>
      withPlanwright(invocation, async (planwright) => {
        // Engine timers do not keep the process alive.
        const alive = setInterval(() => undefined, 2 ** 30);
        return work(localAccess(invocation, planwright)).finally(() => clearInterval(alive));
      }),
    (client) => work(remoteAccess(invocation, client)),
  );
}

/** Starts the engine only for commands that write. */
function localAccess(invocation: Invocation, planwright: OpenPlanwright): DraftsAccess {
  const { drafts } = planwright;
  let started: Promise<void> | undefined;
  const ensureStarted = (): Promise<void> => (started ??= planwright.start());
  const tenant = text(invocation, "tenant") ?? "local";
  const actor = { id: text(invocation, "as") ?? "cli" };
  const { signal } = invocation.io;
  const commandOn = ({ draft, action_hash: actionHash }: DraftView): GateCommand => ({
    tenant,
    actor,
    shown: { draftId: draft.draft_id, revision: draft.revision, actionHash },
    ...compact({ reason: text(invocation, "reason") }),
  });
  return {
    list: (query) => drafts.list({ tenant, ...query }),
    get: (draftId) => drafts.get({ tenant, of: { draftId } }),
    async create(request) {
      await ensureStarted();
      return drafts.create({ tenant, actor, signal, ...compact(request) });
    },
    async decide(word, view) {
      await ensureStarted();
      return drafts[word](commandOn(view));
    },
    async rebuild(view) {
      await ensureStarted();
      return drafts.rebuild(commandOn(view));
    },
    async reply(view, reply) {
      await ensureStarted();
      const act = commandOn(view);
      if ("to" in reply) return drafts.assign({ ...act, ...reply });
      if ("entity" in reply) return drafts.pick({ ...act, ...reply });
      if ("answers" in reply) return drafts.answer({ ...act, ...reply });
      return drafts.edit({ ...act, edit: { actions: [], remove: [], text: reply.text } });
    },
    settled: (draftId) => drafts.waitUntilSettled({ tenant, of: { draftId } }, signal),
  };
}

const callNames = { apply: "applyDraft", confirm: "confirmDraft", cancel: "cancelDraft" } as const;
/** Polling interval. */
const pollMs = 500;

function remoteAccess(invocation: Invocation, client: Client): DraftsAccess {
  const { io } = invocation;
  const shownIn = ({ draft: { revision }, action_hash }: DraftView) =>
    compact({ revision, action_hash, reason: text(invocation, "reason") });
  const get = (id: string): Promise<DraftResult<DraftView>> => toAnswer(client.getDraft({ params: { id }, query: {} }));
  return {
    list: async (query) => (await client.listDrafts({ query })).drafts,
    get,
    create: (body) => toAnswer(client.createDraft({ body })),
    decide: (word, view) =>
      toAnswer(client[callNames[word]]({ params: { id: view.draft.draft_id }, body: shownIn(view) })),
    rebuild: (view) => toAnswer(client.rebuildDraft({ params: { id: view.draft.draft_id }, body: shownIn(view) })),
    reply(view, reply) {
      const [params, shown] = [{ id: view.draft.draft_id }, shownIn(view)];
      if ("to" in reply) return toAnswer(client.assignDraft({ params, body: { ...shown, ...reply } }));
      if ("entity" in reply) {
        const { entity, candidateId: candidate_id } = reply;
        return toAnswer(client.pickDraft({ params, body: { ...shown, entity, candidate_id } }));
      }
      if ("answers" in reply)
        return toAnswer(client.answerDraft({ params, body: { ...shown, answers: { ...reply.answers } } }));
      return toAnswer(client.editDraft({ params, body: { ...shown, text: reply.text } }));
    },
    async settled(id) {
      for (;;) {
        const found = await get(id);
        if (!found.ok || found.value.next.do !== "wait" || io.signal.aborted) return found;
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
    },
  };
}

/** Converts a problem of the server into a refused answer. */
async function toAnswer<T>(call: Promise<T>): Promise<DraftResult<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof ProblemError) return { ok: false, problem: error.problem };
    throw error;
  }
}
