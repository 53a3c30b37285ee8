import { type Sample, sumOf } from "../../live/exposition.ts";
import { useWords } from "../../words/words.ts";
import type { Look } from "./health-page.tsx";
import { Sparkline } from "./sparkline.tsx";

type Tile = { title: string; value: string; note?: string; series: readonly number[] };

export function Tiles({ looks }: { looks: readonly Look[] }) {
  const { say } = useWords();
  const last = looks.at(-1)?.samples ?? [];
  const series = (read: (samples: readonly Sample[]) => number): number[] => looks.map(({ samples }) => read(samples));
  const queue = series((samples) => sumOf(samples, "planwright_queue_depth"));
  const underWay = series((samples) => sumOf(samples, "planwright_runs_under_way"));
  const memory = series((samples) => sumOf(samples, "process_resident_memory_bytes") / 2 ** 20);
  const failed = sumOf(last, "planwright_runs_ended_total", ["status", "failed"]);
  const rates = ratesOf(looks);
  const tiles: Tile[] = [
    { title: say("health.queue"), value: String(queue.at(-1) ?? 0), series: queue },
    { title: say("health.underway"), value: String(underWay.at(-1) ?? 0), series: underWay },
    {
      title: say("health.ended"),
      value: String(sumOf(last, "planwright_runs_ended_total")),
      note: `${failed} ${say("health.failed")}`,
      series: series((samples) => sumOf(samples, "planwright_runs_ended_total")),
    },
    { title: say("health.requests"), value: (rates.at(-1) ?? 0).toFixed(1), series: rates },
    { title: say("health.memory"), value: `${Math.round(memory.at(-1) ?? 0)} MB`, series: memory },
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

function ratesOf(looks: readonly Look[]): number[] {
  return looks.slice(1).map(({ at, samples }, before) => {
    const earlier = looks[before];
    if (earlier === undefined || at === earlier.at) return 0;
    const count = (list: readonly Sample[]): number => sumOf(list, "planwright_http_requests_total");
    return Math.max(0, ((count(samples) - count(earlier.samples)) * 1000) / (at - earlier.at));
  });
}
