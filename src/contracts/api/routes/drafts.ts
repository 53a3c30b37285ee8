import { z } from "zod";
import { DraftStatus } from "../../actions/draft.ts";
import {
  AnswerBody,
  AssignBody,
  DraftPage,
  DraftRequest,
  DraftView,
  EditBody,
  DraftRequestOutcome,
  PickBody,
  QueryPage,
  ShownBody,
} from "../drafts.ts";
import { cursor, id, limit, routesOf } from "./define.ts";

const { get, post } = routesOf({ tag: "drafts", role: "api", scope: "drafts" });

const page = z.coerce.number().int().min(0).max(9999).default(0);

/** Drafts: action plans waiting for approval. Each decision names the revision and the action hash that were shown. */
export const draftsRoutes = {
  createDraft: post(
    "/drafts",
    "Submit an action plan, or text for one: a query runs at once, anything else becomes a Draft",
    { body: DraftRequest, status: 201, answer: DraftRequestOutcome },
  ),
  listDrafts: get("/drafts", "Drafts, newest first", {
    query: z.strictObject({ status: DraftStatus.optional(), author: z.string().min(1).optional(), cursor, limit }),
    answer: DraftPage,
  }),
  listQueries: get(
    "/queries",
    "List queries answered without a Draft, newest first: who asked what, and the run that answered",
    { query: z.strictObject({ by: z.string().min(1).optional(), cursor, limit }), answer: QueryPage },
  ),
  getDraft: get("/drafts/{id}", "Get a Draft: what it would change, what it waits for, its outcome", {
    params: id,
    query: z.strictObject({ page }),
    answer: DraftView,
  }),
  applyDraft: post(
    "/drafts/{id}/apply",
    "Approve the revision that was shown; the last approval applies it. Also retries failed actions",
    { params: id, body: ShownBody, status: 202, answer: DraftView },
  ),
  confirmDraft: post("/drafts/{id}/confirm", "Confirm a bulk write a second time", {
    params: id,
    body: ShownBody,
    status: 202,
    answer: DraftView,
  }),
  cancelDraft: post("/drafts/{id}/cancel", "Cancel a Draft; one that is being applied is asked to stop", {
    params: id,
    body: ShownBody,
    answer: DraftView,
  }),
  editDraft: post("/drafts/{id}/edit", "Change arguments, remove actions or rephrase the request, as a new revision", {
    params: id,
    body: EditBody,
    answer: DraftView,
  }),
  pickDraft: post("/drafts/{id}/pick", "Choose a candidate of the pick list", {
    params: id,
    body: PickBody,
    answer: DraftView,
  }),
  answerDraft: post("/drafts/{id}/answer", "Answer the Draft's questions", {
    params: id,
    body: AnswerBody,
    answer: DraftView,
  }),
  assignDraft: post("/drafts/{id}/assign", "Ask another person, who may apply it, to decide on the Draft", {
    params: id,
    body: AssignBody,
    answer: DraftView,
  }),
  rebuildDraft: post(
    "/drafts/{id}/rebuild",
    "Plan the same request again as a new Draft, without the actions already applied",
    { params: id, body: ShownBody, status: 201, answer: DraftRequestOutcome },
  ),
} as const;
