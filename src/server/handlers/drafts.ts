import { toPage } from "../../contracts/api/page.ts";
import type { draftsRoutes } from "../../contracts/api/routes/drafts.ts";
import { errorTable, PlanwrightError } from "../../contracts/errors.ts";
import { compact } from "../../plan/compact.ts";
import type { DraftCommand, DraftResult } from "../../drafts/drafts.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { draftKind } from "../../drafts/draft-records.ts";
import { queryKind } from "../../drafts/query.ts";
import { assertCursor } from "../../ports/assert-cursor.ts";
import type { HandlersOf } from "../http/exchange.ts";
import type { Principal } from "../principal.ts";
import { isKeyOf } from "../../plan/keys.ts";

export function draftHandlers({
  drafts,
  store,
}: Pick<Planwright, "drafts" | "store">): HandlersOf<typeof draftsRoutes> {
  return {
    createDraft: async ({ body, principal: { tenant, name }, signal }) =>
      unwrapOrThrow(await drafts.create({ tenant, actor: { id: name }, signal, ...compact(body) })),
    listDrafts: async ({ query: { status, author, cursor, limit }, principal: { tenant } }) => {
      await assertCursor(store, { tenant, kind: draftKind, id: cursor });
      const page = await drafts.list(compact({ tenant, limit: limit + 1, status, author, before: cursor }));
      const { rows, next_cursor } = toPage(page, limit, ({ draft }) => draft.draft_id);
      return { drafts: rows, next_cursor };
    },
    listQueries: async ({ query: { by, cursor, limit }, principal: { tenant } }) => {
      await assertCursor(store, { tenant, kind: queryKind, id: cursor });
      const page = await drafts.queries(compact({ tenant, limit: limit + 1, by, before: cursor }));
      const { rows, next_cursor } = toPage(page, limit, ({ query_id }) => query_id);
      return { queries: rows, next_cursor };
    },
    getDraft: async ({ params: { id }, query: { page }, principal: { tenant } }) =>
      unwrapOrThrow(await drafts.get({ tenant, of: { draftId: id }, page })),
    applyDraft: async (exchange) => unwrapOrThrow(await drafts.apply(actOf(exchange))),
    confirmDraft: async (exchange) => unwrapOrThrow(await drafts.confirm(actOf(exchange))),
    cancelDraft: async (exchange) => unwrapOrThrow(await drafts.cancel(actOf(exchange))),
    editDraft: async (exchange) => {
      const { actions, remove, text } = exchange.body;
      return unwrapOrThrow(await drafts.edit({ ...actOf(exchange), edit: compact({ actions, remove, text }) }));
    },
    pickDraft: async (exchange) => {
      const { entity, candidate_id: candidateId } = exchange.body;
      return unwrapOrThrow(await drafts.pick({ ...actOf(exchange), entity, candidateId }));
    },
    answerDraft: async (exchange) =>
      unwrapOrThrow(await drafts.answer({ ...actOf(exchange), answers: exchange.body.answers })),
    assignDraft: async (exchange) => unwrapOrThrow(await drafts.assign({ ...actOf(exchange), to: exchange.body.to })),
    rebuildDraft: async (exchange) => unwrapOrThrow(await drafts.rebuild(actOf(exchange))),
  };
}

type DecisionExchange = {
  params: { id: string };
  body: { revision: number; action_hash: string; reason?: string | undefined };
  principal: Principal;
};

/** The actor comes from the credential; the revision that was shown comes from the body. */
function actOf({ params: { id: draftId }, body, principal: { tenant, name } }: DecisionExchange): DraftCommand {
  const { revision, action_hash: actionHash, reason } = body;
  return { tenant, actor: { id: name }, shown: { draftId, revision, actionHash }, ...compact({ reason }) };
}

/** Throws the gate's refusals as problems. */
function unwrapOrThrow<T>(answer: DraftResult<T>): T {
  if (answer.ok) return answer.value;
  const { code, detail, errors } = answer.problem;
  const issues = errors?.map(({ detail: message, ...issue }) => ({ ...issue, message }));
  throw new PlanwrightError(isKeyOf(errorTable, code) ? code : "INTERNAL", compact({ message: detail, issues }));
}
