import type { AgentDetail } from "../../../../src/contracts/api/agents.ts";
import { Badge } from "../../design/badge.tsx";
import { Meter } from "../../design/meter.tsx";
import { Icon } from "../../design/icon.tsx";
import { CostRange } from "../../design/cost-range.tsx";
import { formatMoney, formatNumber, formatRelative } from "../../design/time.ts";
import { useNow } from "../../design/use-now.ts";
import { When } from "../../design/when.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { toolTitle } from "../../plan/step-title.ts";

export function Overview({ detail }: { detail: AgentDetail }) {
  const { t } = useI18n();
  return (
    <div className="stack">
      {detail.warnings.map((warning) => (
        <p key={warning} className="notice warn small">
          <Icon name="warning" size={16} />
          {warning}
        </p>
      ))}
      <div className="overview">
        <NextRuns times={detail.next_runs} />
        <Quota quota={detail.quota} />
        <Month month={detail.month} />
      </div>
      <section className="stack tight">
        <h3>{t("agents.triggers")}</h3>
        <ul className="stack tight">
          {detail.triggers.map(({ key, kind, says }) => (
            <li key={key} className="row">
              <Badge icon={kind === "time" ? "clock" : kind === "event" ? "send" : "health"}>
                {t(`agents.trigger.${kind}`)}
              </Badge>
              <span>{says}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className="stack tight">
        <h3>{t("agents.toolset")}</h3>
        <p className="row">
          {detail.profile.toolset.length === 0 && <span className="quiet">{t("common.none")}</span>}
          {detail.profile.toolset.map((tool) => (
            <a key={tool} className="badge" href={`#/tools/${encodeURIComponent(tool)}`} title={tool}>
              {toolTitle(tool)}
            </a>
          ))}
        </p>
      </section>
    </div>
  );
}

function NextRuns({ times }: { times: readonly string[] }) {
  const { t, language } = useI18n();
  const now = useNow(1000);
  return (
    <section className="stack tight">
      <h3>{t("agents.next")}</h3>
      {times.length === 0 && <p className="small quiet">{t("agents.next.none")}</p>}
      <ol className="next-runs">
        {times.map((time) => (
          <li key={time}>
            <When at={time} />
            <span className="faint small">{formatRelative(time, now, language)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Quota({ quota }: { quota: AgentDetail["quota"] }) {
  const { t, language } = useI18n();
  const now = useNow(5000);
  return (
    <section className="stack tight">
      <h3>{t("agents.quota")}</h3>
      <Bar name={t("agents.quota.day")} used={quota.runs_today} of={quota.max_runs_per_day} />
      <Bar name={t("agents.quota.active")} used={quota.active} of={quota.max_concurrent_runs} />
      {quota.ready_at !== null && (
        <p className="small quiet">
          {t("agents.quota.ready", { time: formatRelative(quota.ready_at, now, language) })}
        </p>
      )}
      {quota.waiting > 0 && <p className="small quiet">{t("agents.quota.waiting", { n: quota.waiting })}</p>}
    </section>
  );
}

/** What the agent will cost, next to what it cost. */
function Month({ month }: { month: AgentDetail["month"] }) {
  const { t, language } = useI18n();
  const { least_runs: least, most_runs: most, cost, expected_micro_cents: expected, last } = month;
  const runs = [...new Set([least, most])].map((count) => formatNumber(count, language)).join(" – ");
  return (
    <section className="stack tight">
      <h3>{t("agents.month")}</h3>
      <p className="small">{t("agents.month.runs", { n: most, runs })}</p>
      <p className="small">
        {t("agents.month.cost")}: <CostRange cost={cost} />
      </p>
      {expected !== null && (
        <p className="small">{t("agents.month.expected", { cost: formatMoney(expected, language) })}</p>
      )}
      <p className="small quiet">
        {t("agents.month.last", { n: last.runs, cost: formatMoney(last.micro_cents, language) })}
      </p>
    </section>
  );
}

function Bar({ name, used, of }: { name: string; used: number; of: number }) {
  return (
    <div className="quota-bar">
      <span className="row spread small">
        <span>{name}</span>
        <b className="tabular">
          {used} / {of}
        </b>
      </span>
      <Meter label={name} value={used} most={of} high={of} />
    </div>
  );
}
