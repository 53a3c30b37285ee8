import { type Sample, sumOf } from "../../live/exposition.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { MetricsSnapshot } from "./health-page.tsx";
import { Sparkline } from "./sparkline.tsx";

type Tile = { title: string; value: string; note?: string; series: readonly number[] };

export function Tiles({ snapshots }: { snapshots: readonly MetricsSnapshot[] }) {
  const { t } = useI18n();
  const last = snapshots.at(-1)?.samples ?? [];
  const series = (read: (samples: readonly Sample[]) => number): number[] =>
    snapshots.map(({ samples }) => read(samples));
  const queue = series((samples) => sumOf(samples, "planwright_queue_depth"));
  const underWay = series((samples) => sumOf(samples, "planwright_runs_active"));
  const memory = series((samples) => sumOf(samples, "process_resident_memory_bytes") / 2 ** 20);
  const failed = sumOf(last, "planwright_runs_ended_total", ["status", "failed"]);
  const rates = ratesOf(snapshots);
  const tiles: Tile[] = [
    { title: t("health.queue"), value: String(queue.at(-1) ?? 0), series: queue },
    { title: t("health.underway"), value: String(underWay.at(-1) ?? 0), series: underWay },
    {
      title: t("health.ended"),
      value: String(sumOf(last, "planwright_runs_ended_total")),
      note: `${failed} ${t("health.failed")}`,
      series: series((samples) => sumOf(samples, "planwright_runs_ended_total")),
    },
    { title: t("health.requests"), value: (rates.at(-1) ?? 0).toFixed(1), series: rates },
    { title: t("health.memory"), value: `${Math.round(memory.at(-1) ?? 0)} MB`, series: memory },
  ];
  return (
    <ul className="tiles">
      {tiles.map(({ title, value, note, series: line }) => (
        <li key={title} className="card tile">
          <span className="small quiet">{title}</span>
          <b className="tabular">{value}</b>
          <span className="small faint">{note ?? "\u00A0"}</span>
          <Sparkline values={line} />
        </li>
      ))}
    </ul>
  );
}

function ratesOf(snapshots: readonly MetricsSnapshot[]): number[] {
  return snapshots.slice(1).map(({ at, samples }, before) => {
    const earlier = snapshots[before];
    if (earlier === undefined || at === earlier.at) return 0;
    const count = (list: readonly Sample[]): number => sumOf(list, "planwright_http_requests_total");
    return Math.max(0, ((count(samples) - count(earlier.samples)) * 1000) / (at - earlier.at));
  });
}
