import { z } from "zod";
import type { Tx } from "../../ports/store.ts";

/** Money reserved for a call in progress. Stored outside every tenant, so that one scan finds what a crash left behind. */
export const Reservation = z.strictObject({
  tenant: z.string(),
  agent: z.string().exactOptional(),
  run: z.string().exactOptional(),
  model: z.string(),
  micro_cents: z.int().min(0),
  at: z.int(),
  expires_at: z.int(),
  counters: z.array(z.strictObject({ tenant: z.string(), key: z.string() })),
});
export type Reservation = z.infer<typeof Reservation>;

/**
 * The outcome of a call. `lost`: the call never settled, so the whole reservation was charged, as the provider may have
 * done. `micro_cents` is null for a model without a price.
 */
export const Entry = z.strictObject({
  ...Reservation.omit({ expires_at: true, micro_cents: true }).shape,
  status: z.enum(["settled", "released", "lost"]),
  reserved: z.int().min(0),
  micro_cents: z.int().min(0).nullable(),
  input_tokens: z.int().min(0),
  output_tokens: z.int().min(0),
});
export type Entry = z.infer<typeof Entry>;

export const reservationKind = "budget.reservation";
export const entryKind = "budget.entry";

export const spendFields = ["micro_cents", "calls", "unpriced", "input_tokens", "output_tokens"] as const;
export type SpendField = (typeof spendFields)[number];

/** Adds an entry to the totals by day, agent and model; `sign` -1 subtracts it. */
export function addSpend(tx: Tx, entry: Entry, sign: 1 | -1): void {
  if (entry.status === "released") return;
  const day = new Date(entry.at).toISOString().slice(0, 10);
  const place = `spend/${day}/${encodeURIComponent(entry.agent ?? "")}/${encodeURIComponent(entry.model)}`;
  const amounts: Record<SpendField, number> = {
    micro_cents: entry.micro_cents ?? 0,
    calls: 1,
    unpriced: entry.micro_cents === null ? 1 : 0,
    input_tokens: entry.input_tokens,
    output_tokens: entry.output_tokens,
  };
  for (const field of spendFields)
    if (amounts[field] !== 0) tx.count({ tenant: entry.tenant, key: `${place}/${field}`, add: sign * amounts[field] });
}
