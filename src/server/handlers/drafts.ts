import { type ErrorCode, PlanwrightError } from "../../contracts/errors.ts";
import { compact } from "../../contracts/compact.ts";
import type { Act, Answer } from "../../runtime/drafts.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import type { Handlers } from "../http/exchange.ts";
import type { Principal } from "../principal.ts";

type Names =
  | "createDraft"
  | "listDrafts"
  | "listQueries"
  | "getDraft"
  | "applyDraft"
  | "confirmDraft"
  | "cancelDraft"
  | "editDraft"
  | "pickDraft"
  | "answerDraft"
  | "rebuildDraft";

export function draftHandlers({ drafts }: Pick<Planwright, "drafts">): Pick<Handlers, Names> {
  return {
    createDraft: async ({ body, principal: { tenant, name }, signal }) =>
      valueOf(await drafts.create({ tenant, actor: { id: name }, signal, ...compact(body) })),
    listDrafts: async ({ query: { status, author, cursor, limit }, principal: { tenant } }) => {
      const page = await drafts.list(compact({ tenant, limit: limit + 1, status, author, before: cursor }));
      const shown = page.slice(0, limit);
      return { drafts: shown, next_cursor: page.length > limit ? (shown.at(-1)?.draft.draft_id ?? null) : null };
    },
    listQueries: async ({ query: { by, cursor, limit }, principal: { tenant } }) => {
      const page = await drafts.queries(compact({ tenant, limit: limit + 1, by, before: cursor }));
      const shown = page.slice(0, limit);
      return { queries: shown, next_cursor: page.length > limit ? (shown.at(-1)?.query_id ?? null) : null };
    },
    getDraft: async ({ params: { id }, query: { page }, principal: { tenant } }) =>
      valueOf(await drafts.get({ tenant, of: { draftId: id }, page })),
    applyDraft: async (exchange) => valueOf(await drafts.apply(actOf(exchange))),
    confirmDraft: async (exchange) => valueOf(await drafts.confirm(actOf(exchange))),
    cancelDraft: async (exchange) => valueOf(await drafts.cancel(actOf(exchange))),
    editDraft: async (exchange) => {
      const { actions, remove, text } = exchange.body;
      return valueOf(await drafts.edit({ ...actOf(exchange), edit: compact({ actions, remove, text }) }));
    },
    pickDraft: async (exchange) => {
      const { entity, candidate_id: candidateId } = exchange.body;
      return valueOf(await drafts.pick({ ...actOf(exchange), entity, candidateId }));
    },
    answerDraft: async (exchange) =>
      valueOf(await drafts.answer({ ...actOf(exchange), answers: exchange.body.answers })),
    rebuildDraft: async (exchange) => valueOf(await drafts.rebuild(actOf(exchange))),
  };
}

type Decided = { params: { id: string }; body: { revision: number; action_hash: string }; principal: Principal };

/** The person is the credential's, and what was shown is what the body says. */
function actOf({ params: { id: draftId }, body, principal: { tenant, name } }: Decided): Act {
  return { tenant, actor: { id: name }, shown: { draftId, revision: body.revision, actionHash: body.action_hash } };
}

/** The gate's refusals are problems as they are. */
function valueOf<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  const { code, detail, errors } = answer.problem;
  const issues = errors?.map(({ detail: message, ...issue }) => ({ ...issue, message }));
  throw new PlanwrightError(code as ErrorCode, compact({ message: detail, issues })); // the gate's codes are the table's
}
