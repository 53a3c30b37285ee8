/** Micro-cents per thousand tokens, so that every list price is an integer. */
type TokenPrice = { input: number; output: number };

/** The price of a model since a day. `long` applies to longer inputs. */
export type DatedPrice = TokenPrice & { from: string; long?: TokenPrice & { above: number } };

/** By `provider/model`, without the date at the end of a model's name. */
export type PriceTable = Readonly<Record<string, readonly DatedPrice[]>>;

/** Dollars for a million tokens, as providers state them. */
function dollars(input: number, output: number): TokenPrice {
  return { input: Math.round(input * 100_000), output: Math.round(output * 100_000) };
}

/** The providers' list prices published up to November 2025; `models.prices` in the configuration takes precedence. */
export const listPrices: PriceTable = {
  "anthropic/claude-opus-4": [{ from: "2025-05-22", ...dollars(15, 75) }],
  "anthropic/claude-opus-4-1": [{ from: "2025-08-05", ...dollars(15, 75) }],
  "anthropic/claude-sonnet-4": [
    { from: "2025-05-22", ...dollars(3, 15), long: { above: 200_000, ...dollars(6, 22.5) } },
  ],
  "anthropic/claude-sonnet-4-5": [
    { from: "2025-09-29", ...dollars(3, 15), long: { above: 200_000, ...dollars(6, 22.5) } },
  ],
  "anthropic/claude-haiku-4-5": [{ from: "2025-10-15", ...dollars(1, 5) }],
  "anthropic/claude-3-5-haiku": [{ from: "2024-12-05", ...dollars(0.8, 4) }],
  "openai/gpt-4o": [{ from: "2024-10-02", ...dollars(2.5, 10) }],
  "openai/gpt-4o-mini": [{ from: "2024-07-18", ...dollars(0.15, 0.6) }],
  "openai/gpt-4.1": [{ from: "2025-04-14", ...dollars(2, 8) }],
  "openai/gpt-4.1-mini": [{ from: "2025-04-14", ...dollars(0.4, 1.6) }],
  "openai/gpt-4.1-nano": [{ from: "2025-04-14", ...dollars(0.1, 0.4) }],
  "openai/gpt-5": [{ from: "2025-08-07", ...dollars(1.25, 10) }],
  "openai/gpt-5-mini": [{ from: "2025-08-07", ...dollars(0.25, 2) }],
  "openai/gpt-5-nano": [{ from: "2025-08-07", ...dollars(0.05, 0.4) }],
  "openai/o3": [
    { from: "2025-04-16", ...dollars(10, 40) },
    { from: "2025-06-10", ...dollars(2, 8) },
  ],
  "openai/o4-mini": [{ from: "2025-04-16", ...dollars(1.1, 4.4) }],
};

/** The price of a model at a time; undefined is unpriced, not free. */
export function priceAt(tables: readonly PriceTable[], model: string, at: number): DatedPrice | undefined {
  const day = new Date(at).toISOString().slice(0, 10);
  for (const table of tables) {
    const rows = own(table, model) ?? own(table, withoutDate(model));
    const [latest] = (rows ?? []).filter(({ from }) => from <= day).toSorted((a, b) => (a.from < b.from ? 1 : -1));
    if (latest !== undefined) return latest;
  }
  return undefined;
}

export type Tokens = { inputTokens: number; outputTokens: number };

/** Integer micro-cents, rounded up; undefined for invalid counts, or amounts too large to be exact. */
export function costOfTokens(price: DatedPrice, { inputTokens, outputTokens }: Tokens): number | undefined {
  if (![inputTokens, outputTokens].every((count) => Number.isSafeInteger(count) && count >= 0)) return undefined;
  const { input, output } = price.long !== undefined && inputTokens > price.long.above ? price.long : price;
  const exact = (BigInt(inputTokens) * BigInt(input) + BigInt(outputTokens) * BigInt(output) + 999n) / 1000n;
  return exact <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(exact) : undefined;
}

function own(table: PriceTable, model: string): readonly DatedPrice[] | undefined {
  return Object.hasOwn(table, model) ? table[model] : undefined;
}

/** `claude-sonnet-4-5-20250929` and `gpt-4o-2024-08-06` cost what the model costs. */
function withoutDate(model: string): string {
  return model.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, "");
}
