import { useMemo, useState } from "react";
import type { BudgetLimit, BudgetReport } from "../../../../src/contracts/api/budgets.ts";
import { LoadState, SkeletonLines, EmptyState } from "../../design/load-state.tsx";
import { Badge } from "../../design/badge.tsx";
import { Meter } from "../../design/meter.tsx";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { formatMoney } from "../../design/time.ts";
import { spendByDay, type SpendKey } from "./spend.ts";
import { StackedBars } from "./stacked-bars.tsx";

/** Model costs by day, and the use of each limit. */
export function Budgets() {
  const { t } = useI18n();
  const report = useQuery(["getBudgets"], (signal) => api.getBudgets({ query: { days: 30 }, signal }), {
    everyMs: 15_000,
  });
  return (
    <section className="stack" aria-labelledby="budgets-title">
      <h2 id="budgets-title">{t("budgets.title")}</h2>
      <LoadState query={report} skeleton={<SkeletonLines count={5} height={44} />}>
        {(value) => (
          <div className="budget-cards">
            <Spend report={value} />
            <Limits limits={value.limits} notices={value.notices} />
            {value.teaching.plans > 0 && <Savings teaching={value.teaching} />}
          </div>
        )}
      </LoadState>
    </section>
  );
}

function Spend({ report: { spend } }: { report: BudgetReport }) {
  const { t, language } = useI18n();
  const [by, setBy] = useState<SpendKey>("model");
  const days = useMemo(() => spendByDay(spend, by, new Date()), [spend, by]);
  const total = spend.reduce((sum, { micro_cents: amount }) => sum + amount, 0);
  const unpriced = spend.reduce((sum, { unpriced_calls: calls }) => sum + calls, 0);
  return (
    <div className="card">
      <header>
        <h3>
          {t("budgets.spent")} <span className="tabular">{formatMoney(total, language)}</span>
        </h3>
        <div className="row" role="group" aria-label={t("budgets.by")}>
          {(["model", "agent"] as const).map((key) => (
            <button key={key} type="button" className="pill" aria-pressed={by === key} onClick={() => setBy(key)}>
              {t(`budgets.by.${key}`)}
            </button>
          ))}
        </div>
      </header>
      <div className="body">
        {spend.length === 0 ? (
          <EmptyState icon="health" title={t("budgets.none")} text={t("budgets.none.text")} />
        ) : (
          <StackedBars days={days} label={t("budgets.spent")} />
        )}
        {unpriced > 0 && <p className="small quiet">{t("budgets.unpriced", { n: unpriced })}</p>}
      </div>
    </div>
  );
}

function Limits({ limits, notices }: Pick<BudgetReport, "limits" | "notices">) {
  const { t } = useI18n();
  return (
    <div className="card">
      <header>
        <h3>{t("budgets.limits")}</h3>
      </header>
      <div className="body stack">
        {limits.length === 0 && <p className="quiet">{t("budgets.limits.none")}</p>}
        {limits.map((limit) => (
          <Limit key={`${limit.scope} ${limit.name ?? ""} ${limit.period}`} limit={limit} />
        ))}
        {notices.map(({ scope, name, period, percent }) => (
          <p key={`${scope} ${name ?? ""} ${period} ${percent}`} className="small row">
            <Badge tone={percent === 100 ? "bad" : "warn"} icon="warning">
              {percent} %
            </Badge>
            {t(`budgets.scope.${scope}`)} {name} · {period}
          </p>
        ))}
      </div>
    </div>
  );
}

function Savings({ teaching }: Pick<BudgetReport, "teaching">) {
  const { t, language } = useI18n();
  const { plans, model_plans: modelPlans, mean_micro_cents: mean, saved_micro_cents: saved } = teaching;
  return (
    <div className="card">
      <header>
        <h3>{t("budgets.taught")}</h3>
        <a href="#/lessons">{t("budgets.taught.lessons")}</a>
      </header>
      <div className="body">
        <p>{t("budgets.taught.plans", { n: plans })}</p>
        <p className="small quiet">
          {mean === null || saved === null
            ? t("budgets.taught.unknown")
            : t("budgets.taught.saved", {
                amount: formatMoney(saved, language),
                mean: formatMoney(mean, language),
                n: modelPlans,
              })}
        </p>
      </div>
    </div>
  );
}

function Limit({
  limit: { scope, name, period, limit_micro_cents: most, used_micro_cents: used },
}: {
  limit: BudgetLimit;
}) {
  const { t, language } = useI18n();
  const title = `${t(`budgets.scope.${scope}`)} ${name ?? ""}`;
  return (
    <div className="quota-bar">
      <span className="row spread small">
        <span>
          {title} <span className="faint">{period}</span>
        </span>
        <b className="tabular">
          {formatMoney(used, language)} / {formatMoney(most, language)}
        </b>
      </span>
      <Meter label={title} value={used} most={most} high={most * 0.8} />
    </div>
  );
}
