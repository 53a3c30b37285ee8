/**
 * What a planner's calls cost. Amounts are integer micro-cents (a millionth of a cent) from here on, so that a sum of
 * small prices is exact; a price that nobody stated is unpriced, which is not the same as free.
 */
export type Price = {
  baseMicroCents: number;
  perCallMicroCents: number;
  /** Absent where the planner has no model, or where the model's price is not known. */
  perTokenMicroCents?: number;
};

export type Usage = { calls: number; inputTokens: number; outputTokens: number; model?: string };

export type Cost = { priced: true; microCents: number } | { priced: false; reason: string };

const microCentsInCent = 1_000_000;

/** Micro-cents of a price in cents. A finer price than a micro-cent is refused, never rounded away. */
export function toMicroCents(cents: number): number | undefined {
  const exact = cents * microCentsInCent;
  const whole = Math.round(exact);
  const lossless = Number.isSafeInteger(whole) && Math.abs(exact - whole) <= 1e-9 * Math.max(1, whole);
  return whole >= 0 && lossless ? whole : undefined;
}

/** The amount on the wire: whole cents, rounded half up. */
export function toCostCents(microCents: number): number {
  const raised = microCents + microCentsInCent / 2;
  return (raised - (raised % microCentsInCent)) / microCentsInCent;
}

/** What the usage costs at this price; tokens without a price per token cannot be priced. */
export function costOf(price: Price, usage: Usage): Cost {
  const tokens = usage.inputTokens + usage.outputTokens;
  if (tokens > 0 && price.perTokenMicroCents === undefined) {
    return { priced: false, reason: `no price is known for ${usage.model ?? "the model"}` };
  }
  const microCents =
    price.baseMicroCents + usage.calls * price.perCallMicroCents + tokens * (price.perTokenMicroCents ?? 0);
  return Number.isSafeInteger(microCents)
    ? { priced: true, microCents }
    : { priced: false, reason: "the amount is too large to be counted exactly" };
}

/** Tokens a text is likely to take: four bytes of UTF-8 each, the usual rule of thumb, never less than one. */
export function estimateTokens(text: string): number {
  return Math.max(1, Math.ceil(Buffer.byteLength(text, "utf8") / 4));
}
