import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Log } from "../../ports/log.ts";
import { isConflict, isOverLimit } from "../../ports/store-error.ts";
import type { Store, Tx } from "../../ports/store.ts";
import type { StoredRecord } from "../../ports/stored-record.ts";
import type { Tokens } from "../prices.ts";
import { addSpend, Entry, entryKind, Reservation, reservationKind } from "./entry.ts";
import { type Account, type BudgetLimits, everybody, type Scope, scopesOf } from "./limits.ts";
import { createNotices, type Notice } from "./notices.ts";

export type LedgerParts = {
  store: Store;
  clock: Clock;
  ids: Ids;
  log: Log;
  limits: BudgetLimits;
  /** How long a call may take before its reservation counts as left behind; 15 minutes by default. */
  reservationMs?: number;
  onNotice?: (notice: Notice) => void;
};

/** A call that may be made, and what was put aside for it. */
export type Reserved = { id: string; reservation: Reservation; scopes: readonly Scope[] };
export type Refusal = { scope: Scope; used: number };
/** What a call came to; null for a model without a price. */
export type Outcome = Tokens & { microCents: number | null };

/**
 * The books: money is put aside before a call and settled after it, in the counters of every limit at once, so that no
 * number of calls at the same time can spend more than there is.
 */
export interface Ledger {
  scopes(account: Account | undefined): Scope[];
  reserve(wanted: { account: Account | undefined; model: string; microCents: number }): Promise<Reserved | Refusal>;
  settle(reserved: Reserved, outcome: Outcome): Promise<void>;
  /** The call was not made, or cost nothing. */
  release(reserved: Reserved): Promise<void>;
  /** Charges what was left behind by calls that nobody came back from. Answers how many there were. */
  sweep(): Promise<number>;
}

const defaultReservationMs = 15 * 60_000;
const sweepPage = 200;

export function createLedger(parts: LedgerParts): Ledger {
  const { store, clock, ids, log, limits, reservationMs = defaultReservationMs } = parts;
  const notices = createNotices(parts);

  return {
    scopes: (account) => scopesOf(account, limits, clock.now()),
    async reserve({ account, model, microCents }) {
      const now = clock.now();
      const scopes = scopesOf(account, limits, now);
      const { tenant = everybody, agent, run } = account ?? {};
      const reservation: Reservation = {
        tenant,
        ...(agent !== undefined && { agent }),
        ...(run !== undefined && { run }),
        model,
        micro_cents: microCents,
        at: now,
        expires_at: now + reservationMs,
        counters: scopes.map(({ tenant, key }) => ({ tenant, key })),
      };
      const reserved: Reserved = { id: ids.next(), reservation, scopes };
      // Without a limit there is nothing to hold: the call is only written down when it is over.
      if (scopes.length === 0) return reserved;
      if (await putAside(reserved)) return reserved;
      if ((await sweep()) > 0 && (await putAside(reserved))) return reserved;
      return refuse(scopes, microCents);
    },
    settle: (reserved, { microCents, inputTokens, outputTokens }) => {
      const { reservation } = reserved;
      const amounts = { micro_cents: microCents, input_tokens: inputTokens, output_tokens: outputTokens };
      return close(reserved, { ...entryOf(reservation, "settled"), ...amounts });
    },
    release: (reserved) => close(reserved, { ...entryOf(reserved.reservation, "released"), micro_cents: 0 }),
    sweep,
  };

  async function putAside({ id, reservation, scopes }: Reserved): Promise<boolean> {
    try {
      await store.write((tx) => {
        tx.putRecord({ tenant: everybody, kind: reservationKind, id, body: reservation }, 0);
        for (const { tenant, key, limit } of scopes) tx.count({ tenant, key, add: reservation.micro_cents, limit });
      });
      return true;
    } catch (error) {
      if (isOverLimit(error)) return false;
      throw error;
    }
  }

  async function refuse(scopes: readonly Scope[], wanted: number): Promise<Refusal> {
    let tightest: Refusal | undefined;
    for (const scope of scopes) {
      const used = await store.counter(scope.tenant, scope.key);
      const room = scope.limit - used;
      if (tightest === undefined || room < tightest.scope.limit - tightest.used) tightest = { scope, used };
      if (room < wanted) await notices.give(scope, 100, used);
    }
    if (tightest === undefined) throw new Error("a call under no limit was refused");
    return tightest;
  }

  /** In place of the reservation, or of what the sweep made of it meanwhile. Never rejects: the call has been made. */
  async function close({ id, reservation, scopes }: Reserved, entry: Entry): Promise<void> {
    try {
      if (scopes.length === 0) return await store.write((tx) => putEntry(tx, { id, entry, was: 0 }));
      await store
        .write((tx) => moveToEntry(tx, { id, reservation, entry }))
        .catch(async (error: unknown) => {
          if (!isConflict(error)) throw error;
          await correct(id, entry);
        });
      for (const scope of scopes) await notices.check(scope, await store.counter(scope.tenant, scope.key));
    } catch (error) {
      // The reservation stands until the sweep charges it: too much is on the books for a while, never too little.
      log.error("a model call could not be settled", { id, error });
    }
  }

  async function correct(id: string, entry: Entry): Promise<void> {
    const kept = await store.record({ tenant: entry.tenant, kind: entryKind, id });
    const lost = kept === undefined ? undefined : Entry.parse(kept.body);
    if (kept === undefined || lost?.status !== "lost") return;
    await store.write((tx) => {
      addSpend(tx, lost, -1);
      putEntry(tx, { id, entry, was: kept.version });
      adjust(tx, entry.counters, (entry.micro_cents ?? 0) - (lost.micro_cents ?? 0));
    });
  }

  async function sweep(): Promise<number> {
    const now = clock.now();
    let charged = 0;
    for (let before: string | undefined; ;) {
      const page = { tenant: everybody, kind: reservationKind, limit: sweepPage };
      const left = await store.records(before === undefined ? page : { ...page, before });
      for (const record of left) if (await charge(record, now)) charged += 1;
      before = left.at(-1)?.id;
      if (left.length < sweepPage) return charged;
    }
  }

  /** Whether it was left behind, and nobody else was quicker. */
  async function charge({ id, body }: StoredRecord, now: number): Promise<boolean> {
    const reservation = Reservation.parse(body);
    if (reservation.expires_at > now) return false;
    const entry = { ...entryOf(reservation, "lost"), micro_cents: reservation.micro_cents };
    try {
      await store.write((tx) => moveToEntry(tx, { id, reservation, entry }));
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }
}

type Move = { id: string; reservation: Reservation; entry: Entry };

function moveToEntry(tx: Tx, { id, reservation, entry }: Move): void {
  tx.dropRecord({ tenant: everybody, kind: reservationKind, id }, 1);
  putEntry(tx, { id, entry, was: 0 });
  adjust(tx, reservation.counters, (entry.micro_cents ?? 0) - reservation.micro_cents);
}

function putEntry(tx: Tx, { id, entry, was }: { id: string; entry: Entry; was: StoredRecord["version"] }): void {
  const group = new Date(entry.at).toISOString().slice(0, 10);
  tx.putRecord({ tenant: entry.tenant, kind: entryKind, id, group, status: entry.status, body: entry }, was);
  addSpend(tx, entry, 1);
}

function adjust(tx: Tx, counters: Reservation["counters"], add: number): void {
  if (add !== 0) for (const { tenant, key } of counters) tx.count({ tenant, key, add });
}

function entryOf(reservation: Reservation, status: Entry["status"]): Entry {
  const { expires_at: _, micro_cents: reserved, ...rest } = reservation;
  return { ...rest, status, reserved, micro_cents: null, input_tokens: 0, output_tokens: 0 };
}
