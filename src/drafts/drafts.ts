import type { ActionPlan, Language, Voice } from "../contracts/actions/plan.ts";
import type { DraftStatus } from "../contracts/actions/draft.ts";
import type { DraftEdit, DraftView, DraftRequestOutcome, QueryRow } from "../contracts/api/drafts.ts";
import type { Problem } from "../contracts/problem.ts";
import type { Handler } from "../ports/engine.ts";
import type { Run } from "../ports/run.ts";
import type { Tx } from "../ports/store.ts";

/** Who asks or decides; `id` is stable and unique in the tenant, such as `tg:1001` or the name of a key. */
export type Actor = { id: string; name?: string };

/** The value, or what to tell the person: what failed, whether a retry is safe, what to do next. */
export type DraftResult<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** What the person saw when they decided: a button's revision, or the revision and hash of an API call. */
export type ShownRevision = { revisionId: string } | { draftId: string; revision: number; actionHash: string };

export type DraftLookup = { tenant: string; of: { draftId: string } | { revisionId: string }; locale?: Language };

/** A decision or a change, by somebody, about what was shown. */
export type DraftCommand = { tenant: string; actor: Actor; shown: ShownRevision; locale?: Language };

export type RequestText = { text: string; voice?: Voice; zone?: string; locale?: Language };

export type CreateRequest = {
  tenant: string;
  actor: Actor;
  signal?: AbortSignal;
  /** Goes into the transaction that opens a Draft; a conflict in it rejects with `StoreError`, and there is no Draft. */
  along?: (tx: Tx, draft: { id: string }) => void;
} & (
  | (RequestText & {
      /** What the person has answered before it came here. */ answers?: Readonly<Record<string, string>>;
    })
  | { plan: ActionPlan }
);

export type DraftQuery = { tenant: string; status?: DraftStatus; author?: string; limit: number; before?: string };

export type QueryLogRequest = { tenant: string; by?: string; limit: number; before?: string };

/** That a Draft is not as it was, or is about to expire; what it is now is read where it is kept. */
export type DraftNotification = { kind: "changed" | "reminder"; tenant: string; draftId: string };

/** The gate between plans and the world: nothing writes but what a person applied. Never rejects for bad input. */
export interface Drafts {
  /** A plan that only reads runs at once and is logged; any other becomes a Draft. */
  create(request: CreateRequest): Promise<DraftResult<DraftRequestOutcome>>;
  /** Counts as this person's approval; with the last one that is needed, the actions are carried out. Also the retry. */
  apply(act: DraftCommand): Promise<DraftResult<DraftView>>;
  /** The second confirmation of a bulk write, by whoever said apply. */
  confirm(act: DraftCommand): Promise<DraftResult<DraftView>>;
  cancel(act: DraftCommand): Promise<DraftResult<DraftView>>;
  /** A new revision; the buttons of the old one are dead. */
  edit(act: DraftCommand & { edit: DraftEdit }): Promise<DraftResult<DraftView>>;
  pick(act: DraftCommand & { entity: number; candidateId: string }): Promise<DraftResult<DraftView>>;
  /** Answers by the question's id. */
  answer(act: DraftCommand & { answers: Readonly<Record<string, string>> }): Promise<DraftResult<DraftView>>;
  /** The same request planned and read anew, as a new Draft; what was already applied is left out. */
  rebuild(act: DraftCommand): Promise<DraftResult<DraftRequestOutcome>>;
  /** `page` is of the pick list, from 0. */
  get(which: DraftLookup & { page?: number }): Promise<DraftResult<DraftView>>;
  /** The newest first. */
  list(query: DraftQuery): Promise<DraftView[]>;
  /** The log of what was answered at once, the newest first. */
  queries(log: QueryLogRequest): Promise<QueryRow[]>;
  /** Resolves once nothing is under way: applied, failed in part, or asking a person. */
  waitUntilSettled(which: DraftLookup, signal?: AbortSignal): Promise<DraftResult<DraftView>>;
  /** For the engine, under `draftQueue`: reminders and expiry. */
  handler: Handler;
  /** To be told of every change of a run. */
  runChanged(run: Run): void;
}
