import { isConflict, isOverLimit } from "../../ports/store-error.ts";
import type { Store, Tx } from "../../ports/store.ts";
import { recordPages, type StoredRecord } from "../../ports/stored-record.ts";
import { addSpend, Entry, entryKind, Reservation, reservationKind } from "./entry.ts";
import { globalTenant, type Scope } from "./limits.ts";

/** An allowed call and its reservation. */
export type ReservedCall = { id: string; reservation: Reservation; scopes: readonly Scope[] };

/** Returns false if the amount would exceed one of the limits. */
export async function reserveCall(store: Store, { id, reservation, scopes }: ReservedCall): Promise<boolean> {
  try {
    await store.write((tx) => {
      tx.putRecord({ tenant: globalTenant, kind: reservationKind, id, body: reservation }, 0);
      for (const { tenant, key, limit } of scopes) tx.count({ tenant, key, add: reservation.micro_cents, limit });
    });
    return true;
  } catch (error) {
    if (isOverLimit(error)) return false;
    throw error;
  }
}

/** Replaces the reservation with the entry, or corrects the entry that `chargeAbandoned` wrote meanwhile. */
export async function settleReservation(
  store: Store,
  { id, reservation, scopes }: ReservedCall,
  entry: Entry,
): Promise<void> {
  if (scopes.length === 0) return store.write((tx) => putEntry(tx, { id, entry, was: 0 }));
  try {
    await store.write((tx) => moveToEntry(tx, { id, reservation, entry }));
  } catch (error) {
    if (!isConflict(error)) throw error;
    await correctEntry(store, id, entry);
  }
}

/** Charges expired reservations of calls that never settled. Returns how many. */
export async function chargeAbandoned(store: Store, now: number): Promise<number> {
  let charged = 0;
  for await (const left of recordPages(store, { tenant: globalTenant, kind: reservationKind }))
    for (const record of left) if (await chargeReservation(store, record, now)) charged += 1;
  return charged;
}

/** Returns true if the reservation had expired and no other process charged it first. */
async function chargeReservation(store: Store, { id, body }: StoredRecord, now: number): Promise<boolean> {
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

async function correctEntry(store: Store, id: string, entry: Entry): Promise<void> {
  const kept = await store.record({ tenant: entry.tenant, kind: entryKind, id });
  const lost = kept === undefined ? undefined : Entry.parse(kept.body);
  if (kept === undefined || lost?.status !== "lost") return;
  await store.write((tx) => {
    addSpend(tx, lost, -1);
    putEntry(tx, { id, entry, was: kept.version });
    adjust(tx, entry.counters, (entry.micro_cents ?? 0) - (lost.micro_cents ?? 0));
  });
}

type Settlement = { id: string; reservation: Reservation; entry: Entry };

function moveToEntry(tx: Tx, { id, reservation, entry }: Settlement): void {
  tx.dropRecord({ tenant: globalTenant, kind: reservationKind, id }, 1);
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

export function entryOf(reservation: Reservation, status: Entry["status"]): Entry {
  const { expires_at: _, micro_cents: reserved, ...rest } = reservation;
  return { ...rest, status, reserved, micro_cents: null, input_tokens: 0, output_tokens: 0 };
}
