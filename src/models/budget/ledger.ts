import { compact } from "../../plan/compact.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Log } from "../../ports/log.ts";
import type { Store } from "../../ports/store.ts";
import type { Tokens } from "../prices.ts";
import { settleReservation, entryOf, reserveCall, type ReservedCall, chargeAbandoned } from "./reservations.ts";
import type { Entry, Reservation } from "./entry.ts";
import { type Account, type BudgetLimits, globalTenant, type Scope, scopesOf } from "./limits.ts";
import { createNotices, type Notice } from "./notices.ts";

type LedgerParts = {
  store: Store;
  clock: Clock;
  ids: Ids;
  log: Log;
  limits: BudgetLimits;
  /** Time after which a reservation counts as abandoned; 15 minutes by default. */
  reservationMs?: number;
  onNotice?: (notice: Notice) => void;
};

/** The maximum cost of a call, and the account that pays. */
type SpendRequest = { account: Account | undefined; model: string; microCents: number };
export type BudgetRefusal = { scope: Scope; used: number };
/** The cost of a call; null for a model without a price. */
export type CallCost = Tokens & { microCents: number | null };

/**
 * Reserves money before a call and settles it afterwards, in the counters of every limit in one transaction, so that
 * concurrent calls cannot overspend.
 */
export interface Ledger {
  scopes(account: Account | undefined): Scope[];
  reserve(wanted: SpendRequest): Promise<ReservedCall | BudgetRefusal>;
  settle(reserved: ReservedCall, outcome: CallCost): Promise<void>;
  /** The call was not made, or cost nothing. */
  release(reserved: ReservedCall): Promise<void>;
  /** Charges expired reservations of calls that never settled. Returns how many. */
  chargeAbandoned(): Promise<number>;
}

const defaultReservationMs = 15 * 60_000;

export function createLedger(parts: LedgerParts): Ledger {
  const { store, clock, ids, log, limits, reservationMs = defaultReservationMs } = parts;
  const notices = createNotices(parts);

  return {
    scopes: (account) => scopesOf(account, limits, clock.now()),
    async reserve(wanted) {
      const { account, microCents } = wanted;
      const now = clock.now();
      const scopes = scopesOf(account, limits, now);
      const expiry = now + reservationMs;
      const reserved = { id: ids.next(), scopes, reservation: toReservation(wanted, scopes, { now, expiry }) };
      // Without a limit there is nothing to reserve: the call is recorded when it ends.
      if (scopes.length === 0) return reserved;
      if (await reserveCall(store, reserved)) return reserved;
      return refuse(scopes, microCents);
    },
    settle: (reserved, { microCents, inputTokens, outputTokens }) => {
      const { reservation } = reserved;
      const amounts = { micro_cents: microCents, input_tokens: inputTokens, output_tokens: outputTokens };
      return close(reserved, { ...entryOf(reservation, "settled"), ...amounts });
    },
    release: (reserved) => close(reserved, { ...entryOf(reserved.reservation, "released"), micro_cents: 0 }),
    chargeAbandoned: () => chargeAbandoned(store, clock.now()),
  };

  async function refuse(scopes: readonly Scope[], wanted: number): Promise<BudgetRefusal> {
    let tightest: BudgetRefusal | undefined;
    for (const scope of scopes) {
      const used = await store.counter(scope.tenant, scope.key);
      const room = scope.limit - used;
      if (tightest === undefined || room < tightest.scope.limit - tightest.used) tightest = { scope, used };
      if (room < wanted) await notices.give(scope, 100, used);
    }
    if (tightest === undefined) throw new Error("a call without a limit was refused");
    return tightest;
  }

  /** Never rejects: the call has been made. */
  async function close(reserved: ReservedCall, entry: Entry): Promise<void> {
    // A call that was not made matters only if money was reserved for it.
    if (entry.status === "released" && reserved.scopes.length === 0) return;
    try {
      await settleReservation(store, reserved, entry);
      for (const scope of reserved.scopes) await notices.check(scope, await store.counter(scope.tenant, scope.key));
    } catch (error) {
      // The reservation stays until it expires and is charged: spend may be overstated for a while, never understated.
      log.error("model call could not be settled", { event: "budget.settle_failed", id: reserved.id, error });
    }
  }
}

function toReservation(
  { account, model, microCents }: SpendRequest,
  scopes: readonly Scope[],
  { now, expiry }: { now: number; expiry: number },
): Reservation {
  const { tenant = globalTenant, agent, run } = account ?? {};
  return compact({
    tenant,
    agent,
    run,
    model,
    micro_cents: microCents,
    at: now,
    expires_at: expiry,
    counters: scopes.map(({ tenant, key }) => ({ tenant, key })),
  });
}
