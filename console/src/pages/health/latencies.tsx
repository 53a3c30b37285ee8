import { formatDuration, formatNumber } from "../../design/time.ts";
import { latencies, type Latency, type Sample, type Quantile } from "../../live/exposition.ts";
import { toolTitle } from "../../plan/step-title.ts";
import { useI18n, type TextKey } from "../../i18n/i18n.ts";

const groups: readonly { word: TextKey; metric: string; label: string }[] = [
  { word: "health.latency.verbs", metric: "planwright_verb_seconds", label: "verb" },
  { word: "health.latency.plans", metric: "planwright_plan_seconds", label: "planner" },
  { word: "health.latency.models", metric: "planwright_model_seconds", label: "model" },
  { word: "health.latency.http", metric: "planwright_http_request_seconds", label: "route" },
];

const maxRows = 12;

export function Latencies({ samples }: { samples: readonly Sample[] }) {
  const { t } = useI18n();
  const shown = groups.map((group) => ({
    ...group,
    rows: latencies(samples, group.metric, group.label).slice(0, maxRows),
  }));
  const found = shown.filter(({ rows }) => rows.length > 0);
  return (
    <section className="stack" aria-labelledby="latency-title">
      <h2 id="latency-title">{t("health.latency")}</h2>
      {found.length === 0 && <p className="quiet">{t("health.latency.none")}</p>}
      <div className="latency-groups">
        {found.map(({ word, metric, rows }) => (
          <Table key={metric} title={t(word)} rows={rows} />
        ))}
      </div>
    </section>
  );
}

function Table({ title, rows }: { title: string; rows: readonly Latency[] }) {
  const { t, language } = useI18n();
  const slowest = Math.max(...rows.map(({ p95 }) => p95.seconds), 1e-4);
  return (
    <div className="card">
      <header>
        <h3>{title}</h3>
      </header>
      <table className="latency">
        <thead>
          <tr>
            <th scope="col">{t("health.name")}</th>
            <th scope="col">{t("health.calls")}</th>
            <th scope="col">{t("health.median")}</th>
            <th scope="col">{t("health.p95")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count, median, p95 }) => (
            <tr key={name}>
              <th scope="row" title={name}>
                {toolTitle(name)}
                <span className="bar-line" aria-hidden="true">
                  <i style={{ width: `${(p95.seconds / slowest) * 100}%` }} />
                  <i style={{ width: `${(median.seconds / slowest) * 100}%` }} />
                </span>
              </th>
              <td>{formatNumber(count, language)}</td>
              <td>
                <Time within={median} />
              </td>
              <td>
                <Time within={p95} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Time({ within: { seconds, isBeyond } }: { within: Quantile }) {
  const { t, language } = useI18n();
  const time = formatDuration(seconds * 1000, language);
  return isBeyond ? t("health.more", { time }) : time;
}
