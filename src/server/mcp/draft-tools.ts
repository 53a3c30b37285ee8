import { z } from "zod";
import { DraftStatus } from "../../contracts/actions/draft.ts";
import { Language } from "../../contracts/actions/plan.ts";
import { JsonObject } from "../../plan/json.ts";
import { type McpTool, mcpTool } from "./mcp-tool.ts";

const draftId = z.string().min(1).max(200);

/** The fields of a Draft that a client needs; the response contains the whole Draft. */
const DraftSummary = z.looseObject({
  draft: z.looseObject({ draft_id: z.string(), revision: z.int(), status: DraftStatus }),
  action_hash: z.string().describe("a decision must repeat this hash and the revision"),
  next: z.looseObject({ do: z.string().describe("what the Draft is waiting for") }),
  writes: z.int(),
});
const CreateDraftResult = z.looseObject({
  kind: z.enum(["draft", "answer", "nothing"]).describe("a Draft, the answer to a query, or nothing to do"),
  draft: DraftSummary.optional(),
});

/** MCP tools for Drafts. A decision is made as the owner of the credential, for exactly the revision that was shown. */
export const draftTools: Readonly<Record<string, McpTool>> = {
  create_draft: mcpTool("createDraft", "Create a Draft", {
    behavior: "asks",
    description:
      "Creates a Draft from text or from an action plan. A plan that only reads runs at once and returns its answer; a plan that may write becomes a Draft that waits for approval. Give text or plan, not both.",
    input: z.strictObject({
      text: z.string().min(1).max(10_000).optional(),
      plan: JsonObject.optional(),
      zone: z.string().min(1).max(100).optional(),
      locale: Language.optional(),
    }),
    output: CreateDraftResult,
  }),
  list_drafts: mcpTool("listDrafts", "List Drafts", {
    description: "Lists the Drafts, newest first, each with what it is waiting for.",
    input: z.strictObject({
      status: DraftStatus.optional(),
      cursor: z.string().optional(),
      limit: z.int().min(1).max(200).optional(),
    }),
    output: z.looseObject({ drafts: z.array(DraftSummary), next_cursor: z.string().nullable() }),
  }),
  get_draft: mcpTool("getDraft", "Get a Draft", {
    description:
      "Shows what a Draft changes (before and after), what it is waiting for, and the outcome of each action.",
    input: z.strictObject({ draft_id: draftId, page: z.int().min(0).optional() }),
    output: DraftSummary,
    record: "draft_id",
  }),
  edit_draft: mcpTool("editDraft", "Edit a Draft", {
    behavior: "asks",
    description:
      "Changes arguments, removes actions or rewrites the request. Creates a new revision; approvals of the old one become void.",
    output: DraftSummary,
    record: "draft_id",
  }),
  pick_in_draft: mcpTool("pickDraft", "Pick a record", {
    behavior: "asks",
    description: "Selects one candidate of the Draft's pick list.",
    output: DraftSummary,
    record: "draft_id",
  }),
  answer_draft: mcpTool("answerDraft", "Answer a Draft", {
    behavior: "asks",
    description: "Answers the Draft's questions by their ids.",
    output: DraftSummary,
    record: "draft_id",
  }),
  apply_draft: mcpTool("applyDraft", "Apply a Draft", {
    behavior: "approves",
    description:
      "Approves exactly the revision that was shown. The last required approval executes the writes, once each. Call it only when the person has agreed.",
    output: DraftSummary,
    record: "draft_id",
  }),
  confirm_draft: mcpTool("confirmDraft", "Confirm a bulk write", {
    behavior: "approves",
    description:
      "Gives the second confirmation that a bulk write needs after apply_draft, when the person has agreed again.",
    output: DraftSummary,
    record: "draft_id",
  }),
  cancel_draft: mcpTool("cancelDraft", "Cancel a Draft", {
    behavior: "ends",
    description: "Cancels a Draft. If it is being applied, the remaining writes stop; completed writes stay.",
    output: DraftSummary,
    record: "draft_id",
  }),
};
