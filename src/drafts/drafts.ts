import type { ActionPlan, Language, Voice } from "../contracts/actions/plan.ts";
import type { DraftStatus } from "../contracts/actions/draft.ts";
import type { DraftEdit, DraftView, Made, QueryRow } from "../contracts/api/drafts.ts";
import type { Problem } from "../contracts/problem.ts";
import type { Handler } from "../ports/engine.ts";
import type { Run } from "../ports/run.ts";
import type { Tx } from "../ports/store.ts";

/** Who asks or decides; `id` is stable and unique in the tenant, such as `tg:1001` or the name of a key. */
export type Actor = { id: string; name?: string };

/** The value, or what to tell the person: what failed, whether a retry is safe, what to do next. */
export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** What the person saw when they decided: a button's revision, or the revision and hash of an API call. */
export type Shown = { revisionId: string } | { draftId: string; revision: number; actionHash: string };

export type Which = { tenant: string; of: { draftId: string } | { revisionId: string }; locale?: Language };

/** A decision or a change, by somebody, about what was shown. */
export type Act = { tenant: string; actor: Actor; shown: Shown; locale?: Language };

export type Words = { text: string; voice?: Voice; zone?: string; locale?: Language };

export type CreateRequest = {
  tenant: string;
  actor: Actor;
  signal?: AbortSignal;
  /** Goes into the transaction that opens a Draft; a conflict in it rejects with `StoreError`, and there is no Draft. */
  along?: (tx: Tx, draft: { id: string }) => void;
} & (
  | (Words & { /** What the person has answered before it came here. */ answers?: Readonly<Record<string, string>> })
  | { plan: ActionPlan }
);

export type DraftQuery = { tenant: string; status?: DraftStatus; author?: string; limit: number; before?: string };

export type QueryLog = { tenant: string; by?: string; limit: number; before?: string };

/** That a Draft is not as it was, or is about to expire; what it is now is read where it is kept. */
export type DraftNews = { kind: "changed" | "reminder"; tenant: string; draftId: string };

/** The gate between plans and the world: nothing writes but what a person applied. Never rejects for bad input. */
export interface Drafts {
  /** A plan that only reads runs at once and is logged; any other becomes a Draft. */
  create(request: CreateRequest): Promise<Answer<Made>>;
  /** Counts as this person's approval; with the last one that is needed, the actions are carried out. Also the retry. */
  apply(act: Act): Promise<Answer<DraftView>>;
  /** The second confirmation of a bulk write, by whoever said apply. */
  confirm(act: Act): Promise<Answer<DraftView>>;
  cancel(act: Act): Promise<Answer<DraftView>>;
  /** A new revision; the buttons of the old one are dead. */
  edit(act: Act & { edit: DraftEdit }): Promise<Answer<DraftView>>;
  pick(act: Act & { entity: number; candidateId: string }): Promise<Answer<DraftView>>;
  /** Answers by the question's id. */
  answer(act: Act & { answers: Readonly<Record<string, string>> }): Promise<Answer<DraftView>>;
  /** The same request planned and read anew, as a new Draft; what was already applied is left out. */
  rebuild(act: Act): Promise<Answer<Made>>;
  /** `page` is of the pick list, from 0. */
  get(which: Which & { page?: number }): Promise<Answer<DraftView>>;
  /** The newest first. */
  list(query: DraftQuery): Promise<DraftView[]>;
  /** The log of what was answered at once, the newest first. */
  queries(log: QueryLog): Promise<QueryRow[]>;
  /** Resolves once nothing is under way: applied, failed in part, or asking a person. */
  settled(which: Which, signal?: AbortSignal): Promise<Answer<DraftView>>;
  /** For the engine, under `draftQueue`: reminders and expiry. */
  handler: Handler;
  /** To be told of every change of a run. */
  runChanged(run: Run): void;
}
