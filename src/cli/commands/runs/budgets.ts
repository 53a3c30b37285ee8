import type { BudgetReport, TeachingSavings } from "../../../contracts/api/budgets.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, numberOf, text } from "../../command.ts";
import { refuseDocument } from "../../input/document.ts";
import { readModels } from "../planning/planning-input.ts";
import { localOrRemote } from "../../remote/remote.ts";

/** Prints spending on models. Exit 5 if a limit is reached. */
export const budgets: Handler = (invocation) => {
  const days = numberOf(invocation, "days") ?? 30;
  return localOrRemote(
    invocation,
    () => reportLocally(invocation, days),
    async (client) => printReport(invocation, await client.getBudgets({ query: { days } })),
  );
};

async function reportLocally(invocation: Invocation, days: number): Promise<ExitCode> {
  const models = await readModels(invocation);
  if (!models.ok) return refuseDocument(invocation, "", models.issues);
  if (models.value === undefined) {
    invocation.io.err("No model is configured, so nothing is spent. See models: in planwright.yaml.\n");
    const teaching = { plans: 0, model_plans: 0, mean_micro_cents: null, saved_micro_cents: null };
    return printReport(invocation, { spend: [], limits: [], notices: [], teaching });
  }
  const { budgets } = models.value;
  try {
    const own = await budgets.report({ tenant: text(invocation, "tenant") ?? "local", days });
    const all = await budgets.global();
    const limits = [...own.limits, ...all.limits];
    return printReport(invocation, { ...own, limits, notices: [...own.notices, ...all.notices] });
  } finally {
    await models.value.stop();
  }
}

function printReport(invocation: Invocation, report: BudgetReport): ExitCode {
  const { io } = invocation;
  if (flag(invocation, "json")) io.out(`${JSON.stringify(report)}\n`);
  else {
    for (const { day, agent, model, calls, micro_cents, unpriced_calls, input_tokens, output_tokens } of report.spend) {
      const unpriced = unpriced_calls === 0 ? "" : `, ${unpriced_calls} unpriced`;
      const tokens = `${input_tokens} + ${output_tokens} tokens`;
      io.out(
        `${day}  ${cents(micro_cents).padStart(12)}  ${agent ?? "-"}  ${model}  ${calls} calls${unpriced}, ${tokens}\n`,
      );
    }
    for (const { scope, name, period, limit_micro_cents: limit, used_micro_cents: used } of report.limits)
      io.out(`limit  ${scope} ${name ?? "all"} (${period}): ${cents(used)} of ${cents(limit)}\n`);
    for (const { at, percent, scope, name, period } of report.notices)
      io.out(`notice ${at}  ${percent} % of ${scope} ${name ?? "all"} (${period})\n`);
    io.out(savingsLine(report.teaching));
  }
  const isOver = report.limits.some(({ limit_micro_cents: limit, used_micro_cents: used }) => used >= limit);
  return isOver ? exit.budget : exit.ok;
}

/** What lessons saved is an upper bound: the grammar would have planned some of these requests as well. */
function savingsLine({
  plans,
  model_plans,
  mean_micro_cents: mean,
  saved_micro_cents: saved,
}: TeachingSavings): string {
  if (plans === 0) return "";
  const made = `lessons  ${plans} plans without a model`;
  return mean === null || saved === null
    ? `${made}; what they saved is unknown: no model with a price has planned here\n`
    : `${made}, at most ${cents(saved)} saved: ${model_plans} plans of a model cost ${cents(mean)} each on average\n`;
}

/** In cents, without trailing zeros. */
function cents(microCents: number): string {
  return `${Number((microCents / 1_000_000).toFixed(6))} ¢`;
}
