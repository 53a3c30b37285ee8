import { useMemo } from "react";
import type { StepState } from "../../design/badge.tsx";
import { stepStyles } from "../../design/badge.tsx";
import { Icon } from "../../design/icon.tsx";
import { formatDuration } from "../../design/time.ts";
import { VirtualList } from "../../design/virtual-list.tsx";
import { type Language, useI18n } from "../../i18n/i18n.ts";
import type { RunProgress, StepAttempt } from "./run-progress.ts";
import { panelHeight } from "./panel-height.ts";

type Props = {
  progress: RunProgress;
  states: ReadonlyMap<string, StepState>;
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

/** A bar of the timeline: an attempt, or the time an operator was asked. */
type Bar = { from: number; to: number; kind: "ok" | "bad" | "wait"; text: string };

export function Timeline({ progress, states, chosen, onChoose }: Props) {
  const { t, language } = useI18n();
  const { steps, attempts, escalations } = progress;
  const span = useMemo(() => spanOf(progress), [progress]);
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
        {({ id, name }) => {
          const look = stepStyles[states.get(id) ?? "todo"];
          const bars = [
            ...barsOf(attempts.get(id) ?? [], language),
            ...(asked.get(id) ?? []).map((one) => waitOf(one.opened_at, span.to, language)),
          ];
          return (
            <button type="button" className="timeline-line" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
              <span className={`timeline-name tone-${look.tone}`}>
                <Icon name={look.icon} size={14} className={look.icon === "ring" ? "spin" : ""} />
                <code className="clip">{id}</code>
                <span className="clip quiet">{name}</span>
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

function spanOf({ run, attempts }: RunProgress): Span {
  const tries = [...attempts.values()].flat();
  const from = Math.min(
    Date.parse(run.started_at ?? run.created_at),
    ...tries.map(({ startedAt }) => startedAt).slice(0, 1000),
  );
  const last = tries.reduce((latest, { endedAt }) => Math.max(latest, endedAt), from);
  const to = Math.max(run.ended_at === null ? last : Date.parse(run.ended_at), last, from + 1);
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
