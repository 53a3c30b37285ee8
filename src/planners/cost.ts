/**
 * The price of a planner's calls. Amounts are integer micro-cents (a millionth of a cent), so that sums of small prices
 * are exact; an unknown price is unpriced, not free.
 */
export type Price = {
  baseMicroCents: number;
  perCallMicroCents: number;
  /** Absent where the planner has no model, or the model's price is unknown. */
  perTokenMicroCents?: number;
};

export type Usage = { calls: number; inputTokens: number; outputTokens: number; model?: string };

export type Cost = { priced: true; microCents: number } | { priced: false; reason: string };

const microCentsInCent = 1_000_000;

/** Converts cents to micro-cents. Undefined for a price finer than a micro-cent: it is not rounded. */
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

/** The cost of the usage at this price; tokens without a token price are unpriced. */
export function costOf(price: Price, usage: Usage): Cost {
  const tokens = usage.inputTokens + usage.outputTokens;
  if (tokens > 0 && price.perTokenMicroCents === undefined) {
    return { priced: false, reason: `no price is known for ${usage.model ?? "the model"}` };
  }
  const microCents =
    price.baseMicroCents + usage.calls * price.perCallMicroCents + tokens * (price.perTokenMicroCents ?? 0);
  return Number.isSafeInteger(microCents)
    ? { priced: true, microCents }
    : { priced: false, reason: "the amount is too large to be exact" };
}

/** Estimates the tokens of a text: four bytes of UTF-8 each, at least one. */
export function estimateTokens(text: string): number {
  return Math.max(1, Math.ceil(Buffer.byteLength(text, "utf8") / 4));
}
