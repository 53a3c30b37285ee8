import { useMemo } from "react";
import type { StepState } from "../../design/badge.tsx";
import { stepStyles } from "../../design/badge.tsx";
import { Icon } from "../../design/icon.tsx";
import { formatDuration } from "../../design/time.ts";
import { useNow } from "../../design/use-now.ts";
import { VirtualList } from "../../design/virtual-list.tsx";
import { type Language, useI18n } from "../../i18n/i18n.ts";
import type { RunProgress, StepAttempt } from "./run-progress.ts";
import { panelHeight } from "./panel-height.ts";
import { titlesOf } from "./run-words.ts";

type Props = {
  progress: RunProgress;
  states: ReadonlyMap<string, StepState>;
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

/** A bar of the timeline: an attempt, or the time an operator was asked. */
type Bar = { from: number; to: number; kind: "ok" | "bad" | "wait" | "run"; text: string };

export function Timeline({ progress, states, chosen, onChoose }: Props) {
  const { t, language } = useI18n();
  const { steps, attempts, escalations, run } = progress;
  const now = useNow(run.ended_at === null ? 250 : 3_600_000);
  const span = useMemo(() => spanOf(progress, now), [progress, now]);
  const titles = useMemo(() => titlesOf(steps, { t, language }), [steps, t, language]);
  const asked = useMemo(() => Map.groupBy(escalations, ({ step_id: id }) => id), [escalations]);
  return (
    <div className="timeline">
      <Axis length={span.to - span.from} />
      <VirtualList
        label={t("run.timeline.label")}
        items={steps}
        rowHeight={34}
        height={`calc(${panelHeight} - 2rem)`}
        keyOf={({ id }) => id}
      >
        {({ id, dependsOn }) => {
          const look = stepStyles[states.get(id) ?? "todo"];
          const bars = [
            ...barsOf(attempts.get(id) ?? [], language),
            ...(asked.get(id) ?? []).map((one) => waitOf(one.opened_at, span.to, language)),
            ...(states.get(id) === "running" ? [runningBar(startOf(dependsOn, progress), now, language)] : []),
          ];
          return (
            <button type="button" className="timeline-line" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
              <span className={`timeline-name tone-${look.tone}`}>
                <Icon name={look.icon} size={14} className={look.icon === "ring" ? "spin" : ""} />
                <span className="clip">{titles.get(id)}</span>
              </span>
              <Bars bars={bars} span={span} />
              <span className="visually-hidden">
                {t(look.word)} {bars.map(({ text }) => text).join(", ")}
              </span>
            </button>
          );
        }}
      </VirtualList>
    </div>
  );
}

type Span = { from: number; to: number };

function spanOf({ run, attempts }: RunProgress, now: number): Span {
  const tries = [...attempts.values()].flat();
  const from = Math.min(
    Date.parse(run.started_at ?? run.created_at),
    ...tries.map(({ startedAt }) => startedAt).slice(0, 1000),
  );
  const last = tries.reduce((latest, { endedAt }) => Math.max(latest, endedAt), from);
  const to = Math.max(run.ended_at === null ? now : Date.parse(run.ended_at), last, from + 1);
  return { from, to };
}

function barsOf(tries: readonly StepAttempt[], language: Language): Bar[] {
  return tries.map(({ startedAt, endedAt, result }) => ({
    from: startedAt,
    to: endedAt,
    kind: result.ok ? "ok" : "bad",
    text: formatDuration(endedAt - startedAt, language),
  }));
}

/** A running step started when the last of its dependencies ended. */
function startOf(dependsOn: readonly string[], { run, attempts }: RunProgress): number {
  const ends = dependsOn.map((id) => attempts.get(id)?.at(-1)?.endedAt ?? 0);
  return Math.max(Date.parse(run.started_at ?? run.created_at), ...ends);
}

function runningBar(from: number, now: number, language: Language): Bar {
  return { from, to: Math.max(now, from), kind: "run", text: formatDuration(Math.max(0, now - from), language) };
}

function waitOf(openedAt: string, to: number, language: Language): Bar {
  const from = Date.parse(openedAt);
  return { from, to: Math.max(to, from), kind: "wait", text: formatDuration(to - from, language) };
}

function Bars({ bars, span: { from, to } }: { bars: readonly Bar[]; span: Span }) {
  const whole = to - from;
  return (
    <span className="timeline-bars" aria-hidden="true">
      {bars.map((bar, at) => (
        <i
          key={at}
          className={bar.kind}
          title={bar.text}
          style={{
            left: `${((bar.from - from) / whole) * 100}%`,
            width: `max(4px, ${((bar.to - bar.from) / whole) * 100}%)`,
          }}
        />
      ))}
    </span>
  );
}

function Axis({ length }: { length: number }) {
  const { language } = useI18n();
  return (
    <div className="timeline-axis faint tabular" aria-hidden="true">
      {[0, 0.25, 0.5, 0.75, 1].map((part) => (
        <span key={part}>{formatDuration(length * part, language)}</span>
      ))}
    </div>
  );
}
