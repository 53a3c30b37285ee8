import { z } from "zod";
import { DraftStatus } from "../../actions/draft.ts";
import {
  AnswerBody,
  DraftPage,
  DraftRequest,
  DraftView,
  EditBody,
  DraftRequestOutcome,
  PickBody,
  QueryPage,
  ShownBody,
} from "../drafts.ts";
import { cursor, get, id, limit, post } from "./define.ts";

const area = { tag: "drafts", role: "api", scope: "drafts" } as const;
const page = z.coerce.number().int().min(0).max(9999).default(0);

/** Drafts: action plans that wait for a person. Each decision names the revision and the actions it was shown. */
export const draftsRoutes = {
  createDraft: post("/drafts", {
    ...area,
    summary: "Bring an action plan, or words for one, to the gate: a query runs at once, anything else becomes a Draft",
    body: DraftRequest,
    status: 201,
    answer: DraftRequestOutcome,
  }),
  listDrafts: get("/drafts", {
    ...area,
    summary: "Drafts, newest first",
    query: z.strictObject({ status: DraftStatus.optional(), author: z.string().min(1).optional(), cursor, limit }),
    status: 200,
    answer: DraftPage,
  }),
  listQueries: get("/queries", {
    ...area,
    summary: "Questions that were answered without a Draft, newest first: who asked what, and the run that answered",
    query: z.strictObject({ by: z.string().min(1).optional(), cursor, limit }),
    status: 200,
    answer: QueryPage,
  }),
  getDraft: get("/drafts/{id}", {
    ...area,
    summary: "One Draft: what it would change, what it waits for, what became of it",
    params: id,
    query: z.strictObject({ page }),
    status: 200,
    answer: DraftView,
  }),
  applyDraft: post("/drafts/{id}/apply", {
    ...area,
    summary: "Approve what was shown; with the last approval it is carried out. Also the retry of what failed",
    params: id,
    body: ShownBody,
    status: 202,
    answer: DraftView,
  }),
  confirmDraft: post("/drafts/{id}/confirm", {
    ...area,
    summary: "The second confirmation of a bulk write",
    params: id,
    body: ShownBody,
    status: 202,
    answer: DraftView,
  }),
  cancelDraft: post("/drafts/{id}/cancel", {
    ...area,
    summary: "Close the Draft; one that is being applied is told to stop",
    params: id,
    body: ShownBody,
    status: 200,
    answer: DraftView,
  }),
  editDraft: post("/drafts/{id}/edit", {
    ...area,
    summary: "Other arguments, fewer actions or other words, as a new revision",
    params: id,
    body: EditBody,
    status: 200,
    answer: DraftView,
  }),
  pickDraft: post("/drafts/{id}/pick", {
    ...area,
    summary: "Take a row of the pick list",
    params: id,
    body: PickBody,
    status: 200,
    answer: DraftView,
  }),
  answerDraft: post("/drafts/{id}/answer", {
    ...area,
    summary: "Answer what the Draft asks",
    params: id,
    body: AnswerBody,
    status: 200,
    answer: DraftView,
  }),
  rebuildDraft: post("/drafts/{id}/rebuild", {
    ...area,
    summary: "The same request planned and read anew, as a new Draft, without what was already applied",
    params: id,
    body: ShownBody,
    status: 201,
    answer: DraftRequestOutcome,
  }),
} as const;
