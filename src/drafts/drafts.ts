import type { ActionPlan, Language, Voice } from "../contracts/actions/plan.ts";
import type { DraftStatus } from "../contracts/actions/draft.ts";
import type { DraftEdit, DraftView, DraftRequestOutcome, QueryRow } from "../contracts/api/drafts.ts";
import type { Problem } from "../contracts/problem.ts";
import type { Handler } from "../ports/engine.ts";
import type { Run } from "../ports/run.ts";
import type { Tx } from "../ports/store.ts";

/** Who asks or decides; `id` is stable and unique in the tenant, such as `tg:1001` or the name of a key. */
export type Actor = { id: string; name?: string };

/** The value, or the problem to show: what failed, whether a retry is safe, what to do next. */
export type DraftResult<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** What the person saw when they decided: a button's revision, or the revision and hash of an API call. */
export type ShownRevision = { revisionId: string } | { draftId: string; revision: number; actionHash: string };

export type DraftLookup = { tenant: string; of: { draftId: string } | { revisionId: string }; locale?: Language };

/** A decision or a change by a person, bound to the revision they saw. */
export type DraftCommand = {
  tenant: string;
  actor: Actor;
  shown: ShownRevision;
  locale?: Language;
  /** Why, kept with the decision. */
  reason?: string;
};

export type RequestText = {
  text: string;
  voice?: Voice;
  zone?: string;
  locale?: Language;
  /** Earlier messages of the conversation, one per line, which the text may refer to. */
  before?: string;
  /** How many of those, from the first, were carried out. */
  done?: number;
  /** Who speaks, as the planner may know them: "my tasks". */
  speaker?: string;
};

export type CreateRequest = {
  tenant: string;
  actor: Actor;
  signal?: AbortSignal;
  /** Runs in the transaction that creates the Draft; a conflict in it rejects with `StoreError` and creates nothing. */
  inTransaction?: (tx: Tx, draft: { id: string }) => void;
  /** Who may decide besides the author, instead of the configured list; `*` is every operator of the tenant. */
  approvers?: readonly string[];
  /** Keeps the summary of a plan that we made; the summary of any other plan is derived from its actions. */
  keepsSummary?: boolean;
  /** How long a revision may be applied, instead of the configured time. */
  expiryMs?: number;
} & (
  | (RequestText & {
      /** Answers the person gave before the request was sent. */ answers?: Readonly<Record<string, string>>;
    })
  | { plan: ActionPlan }
);

type DraftQuery = { tenant: string; status?: DraftStatus; author?: string; limit: number; before?: string };

export type QueryLogRequest = { tenant: string; by?: string; limit: number; before?: string };

/** A Draft changed, is about to expire, or has another assignee; the receiver reads its current state from the store. */
export type DraftNotification = { kind: "changed" | "reminder" | "handed_over"; tenant: string; draftId: string };

/** The gate between plans and the outside world: only what a person applied is written. Never rejects for bad input. */
export interface Drafts {
  /** Runs a plan that only reads at once and logs it; any other plan becomes a Draft. */
  create(request: CreateRequest): Promise<DraftResult<DraftRequestOutcome>>;
  /** Counts as this person's approval; the last one needed executes the actions. Also used to retry. */
  apply(command: DraftCommand): Promise<DraftResult<DraftView>>;
  /** The second confirmation of a bulk write, by the person who applied it. */
  confirm(command: DraftCommand): Promise<DraftResult<DraftView>>;
  cancel(command: DraftCommand): Promise<DraftResult<DraftView>>;
  /** Asks another person, who may apply it, for the decision. */
  assign(command: DraftCommand & { to: string }): Promise<DraftResult<DraftView>>;
  /** Makes a new revision; the buttons of the old one stop working. */
  edit(command: DraftCommand & { edit: DraftEdit }): Promise<DraftResult<DraftView>>;
  pick(command: DraftCommand & { entity: number; candidateId: string }): Promise<DraftResult<DraftView>>;
  /** Answers by the question's id. */
  answer(command: DraftCommand & { answers: Readonly<Record<string, string>> }): Promise<DraftResult<DraftView>>;
  /** Plans and reads the same request again as a new Draft, without the actions that were already applied. */
  rebuild(command: DraftCommand): Promise<DraftResult<DraftRequestOutcome>>;
  /** `page` is of the pick list, from 0. */
  get(which: DraftLookup & { page?: number }): Promise<DraftResult<DraftView>>;
  /** The newest first. */
  list(query: DraftQuery): Promise<DraftView[]>;
  /** The log of plans that only read, newest first. */
  queries(log: QueryLogRequest): Promise<QueryRow[]>;
  /** Resolves once no run is in progress: applied, partly failed, or waiting for a person. */
  waitUntilSettled(which: DraftLookup, signal?: AbortSignal): Promise<DraftResult<DraftView>>;
  /** For the engine, under `draftQueue`: reminders and expiry. */
  handler: Handler;
  /** Must be called for every change of a run. */
  runChanged(run: Run): void;
}
