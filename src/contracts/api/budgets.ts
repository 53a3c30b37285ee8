import { z } from "zod";

const amount = z.int().describe("micro-cents: millionths of a cent");

/** What one agent spent on one model on one day. */
export const SpendRow = z.strictObject({
  day: z.string().describe("in UTC, as 2026-11-15"),
  agent: z.string().nullable(),
  model: z.string(),
  calls: z.int(),
  unpriced_calls: z.int().describe("calls of a model without a known price; not included in the amount"),
  input_tokens: z.int(),
  output_tokens: z.int(),
  micro_cents: amount,
});
export type SpendRow = z.infer<typeof SpendRow>;

export const BudgetScope = z.enum(["run", "agent", "tenant", "global"]);

/** A limit in its current period; reservations for calls in progress count as used. */
export const BudgetLimit = z.strictObject({
  scope: BudgetScope,
  name: z.string().nullable(),
  period: z.string().describe("2026-11-15, 2026-11 or total"),
  limit_micro_cents: amount,
  used_micro_cents: amount,
});
export type BudgetLimit = z.infer<typeof BudgetLimit>;

/** Given once per period: most of a limit is used, or all of it. */
export const BudgetNotice = z.strictObject({
  ...BudgetLimit.shape,
  percent: z.union([z.literal(80), z.literal(100)]),
  at: z.string(),
});
export type BudgetNotice = z.infer<typeof BudgetNotice>;

/** Plans by lessons, and what they would have cost at most. Plans that a model made without a price are left out. */
export const TeachingSavings = z.strictObject({
  plans: z.int().describe("plans that a lesson made in these days"),
  model_plans: z.int().describe("plans that a model made since the beginning"),
  mean_micro_cents: amount.nullable().describe("mean cost of a plan of a model; null if there was none"),
  saved_micro_cents: amount
    .nullable()
    .describe("the most that teaching saved: plans times the mean; some of them would have needed no model"),
});
export type TeachingSavings = z.infer<typeof TeachingSavings>;

/** `GET /budgets`. */
export const BudgetReport = z.strictObject({
  spend: z.array(SpendRow),
  limits: z.array(BudgetLimit),
  notices: z.array(BudgetNotice),
  teaching: TeachingSavings,
});
export type BudgetReport = z.infer<typeof BudgetReport>;
