import { z } from "zod";
import type { AnyCall } from "../../client/call.ts";
import { DraftStatus } from "../../contracts/actions/draft.ts";
import { Language } from "../../contracts/actions/plan.ts";
import { AnswerBody, EditBody, PickBody, ShownBody } from "../../contracts/api/drafts.ts";
import { JsonObject } from "../../plan/json.ts";
import { acting, type McpTool, reading } from "./mcp-tool.ts";

const draftId = z.string().min(1).max(200);
const ofDraft = ({ draft_id: id, ...body }: JsonObject): AnyCall => ({ params: { id }, body });

/** What a client needs of a Draft to go on; the whole of it comes along. */
const Shown = z.looseObject({
  draft: z.looseObject({ draft_id: z.string(), revision: z.int(), status: DraftStatus }),
  action_hash: z.string().describe("with the revision, what a decision is for"),
  next: z.looseObject({ do: z.string().describe("what the Draft waits for") }),
  writes: z.int(),
});
const Answer = z.looseObject({
  kind: z.enum(["draft", "answer", "nothing"]).describe("a Draft, the answer of a query, or nothing to do"),
  draft: Shown.optional(),
});

/** Drafts for an MCP client. It decides as whoever its credential belongs to, about exactly what it was shown. */
export const draftTools: Readonly<Record<string, McpTool>> = {
  create_draft: acting("createDraft", "Make a Draft", {
    manner: "asks",
    description:
      "Bring words, or an action plan, to the gate. A plan that only reads is run at once and answered; whatever may write becomes a Draft that waits for a person. Give text or plan, not both.",
    input: z.strictObject({
      text: z.string().min(1).max(10_000).optional(),
      plan: JsonObject.optional(),
      zone: z.string().min(1).max(100).optional(),
      locale: Language.optional(),
    }),
    output: Answer,
    toCall: (body) => ({ body }),
  }),
  list_drafts: reading("listDrafts", "List Drafts", {
    description: "The Drafts, newest first, each with what it waits for.",
    input: z.strictObject({
      status: DraftStatus.optional(),
      cursor: z.string().optional(),
      limit: z.int().min(1).max(200).optional(),
    }),
    output: z.looseObject({ drafts: z.array(Shown), next_cursor: z.string().nullable() }),
    toCall: (query) => ({ query }),
  }),
  get_draft: reading("getDraft", "Look at a Draft", {
    description: "What a Draft would change, before and after, what it waits for, and what became of each action.",
    input: z.strictObject({ draft_id: draftId, page: z.int().min(0).optional() }),
    output: Shown,
    toCall: ({ draft_id: id, ...query }) => ({ params: { id }, query }),
  }),
  edit_draft: acting("editDraft", "Edit a Draft", {
    manner: "asks",
    description:
      "Other arguments, fewer actions or other words. Makes a new revision; approvals of the old one are void.",
    input: EditBody.extend({ draft_id: draftId }),
    output: Shown,
    toCall: ofDraft,
  }),
  pick_in_draft: acting("pickDraft", "Pick a record", {
    manner: "asks",
    description: "Take one candidate of the pick list that the Draft shows.",
    input: PickBody.extend({ draft_id: draftId }),
    output: Shown,
    toCall: ofDraft,
  }),
  answer_draft: acting("answerDraft", "Answer a Draft", {
    manner: "asks",
    description: "Answer the questions that the Draft asks, by their ids.",
    input: AnswerBody.extend({ draft_id: draftId }),
    output: Shown,
    toCall: ofDraft,
  }),
  apply_draft: acting("applyDraft", "Apply a Draft", {
    manner: "acts",
    description:
      "Approve exactly the revision that was shown. With the last approval its writes are carried out, once each. Call it only when the person has said so.",
    input: ShownBody.extend({ draft_id: draftId }),
    output: Shown,
    toCall: ofDraft,
  }),
  confirm_draft: acting("confirmDraft", "Confirm a bulk write", {
    manner: "acts",
    description: "The second confirmation that many writes need, after apply_draft, when the person has said so again.",
    input: ShownBody.extend({ draft_id: draftId }),
    output: Shown,
    toCall: ofDraft,
  }),
  cancel_draft: acting("cancelDraft", "Cancel a Draft", {
    manner: "ends",
    description: "Close a Draft. One that is being applied is told to stop; what is done stays done.",
    input: ShownBody.extend({ draft_id: draftId }),
    output: Shown,
    toCall: ofDraft,
  }),
};
