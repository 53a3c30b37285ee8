import { useState } from "react";
import type { EffectView, StepInputs } from "../../../../src/contracts/api/run.ts";
import { LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { Badge, StepBadge, type StepState } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { formatDuration } from "../../design/time.ts";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { JsonView } from "../../plan/json-view.tsx";
import type { ShownStep } from "../../plan/shown-step.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { RerunDialog } from "./rerun-dialog.tsx";
import type { StepResult, RunProgress, StepAttempt } from "./run-progress.ts";

type Props = {
  progress: RunProgress;
  states: ReadonlyMap<string, StepState>;
  chosen: string | undefined;
  effects: readonly EffectView[];
};

/** The input and output of a step. */
export function Inspector({ progress, states, chosen, effects }: Props) {
  const { t } = useI18n();
  const step = progress.steps.find(({ id }) => id === chosen);
  if (step === undefined)
    return (
      <aside className="card inspector">
        <p className="body quiet">{t("run.choose")}</p>
      </aside>
    );
  const { run, rows, attempts } = progress;
  return (
    <aside className="card inspector" aria-label={t("ask.step", { id: step.id })}>
      <StepCard
        key={`${step.id} ${states.get(step.id) ?? ""}`}
        run={run.run_id}
        step={step}
        state={states.get(step.id) ?? "todo"}
        row={rows.get(step.id)}
        tries={attempts.get(step.id) ?? []}
        effects={effects.filter(({ step_id: id }) => id === step.id || id.startsWith(`step:${step.id}`))}
      />
    </aside>
  );
}

type CardProps = {
  run: string;
  step: ShownStep;
  state: StepState;
  row: StepResult | undefined;
  tries: readonly StepAttempt[];
  effects: readonly EffectView[];
};

function StepCard({ run, step, state, row, tries, effects }: CardProps) {
  const { t } = useI18n();
  const [isOpen, setIsOpen] = useState(false);
  const inputs = useQuery(
    (signal) => api.stepInputs({ params: { id: run, step: step.id }, signal }),
    [run, step.id, state],
  );
  const last = tries.at(-1)?.result;
  const output = row?.ok === true ? row.output : last?.ok === true ? last.output : undefined;
  return (
    <>
      <header>
        <div className="grow">
          <h2 className="mono clip">{step.name}</h2>
          <span className="small faint">
            {step.id} {step.text !== "" && `· ${step.text}`}
          </span>
        </div>
        <StepBadge state={state} />
      </header>
      <div className="body stack">
        {row?.error !== undefined && <p className="notice bad">{row.error}</p>}
        {row?.reused !== undefined && <Reused {...row.reused} />}
        {row?.skipped === true && row.reason !== null && (
          <p className="small">
            <span className="faint">{t("run.reason")}</span> {row.reason}
          </p>
        )}
        <LoadState query={inputs} skeleton={<SkeletonLines count={3} />}>
          {(value) => <Inputs inputs={value} />}
        </LoadState>
        {output !== undefined && (
          <section className="stack tight">
            <h3>{t("run.output")}</h3>
            <JsonView value={output} label={t("run.output")} />
          </section>
        )}
        {tries.length > 0 && <Attempts tries={tries} />}
        {effects.map(({ key, state: effect }) => (
          <p key={key} className="small row">
            <Badge tone={effect === "confirmed" ? "ok" : "warn"}>{effect}</Badge>
            <code>{key}</code>
          </p>
        ))}
        <Button icon="repeat" onClick={() => setIsOpen(true)}>
          {t("run.rerun")}
        </Button>
        {isOpen && (
          <RerunDialog
            run={run}
            step={step.id}
            args={inputs.value?.inputs[0]?.args ?? step.args}
            onClose={() => setIsOpen(false)}
          />
        )}
      </div>
    </>
  );
}

function Inputs({ inputs: { inputs } }: { inputs: StepInputs }) {
  const { t } = useI18n();
  return (
    <section className="stack tight">
      <h3>{t("run.input")}</h3>
      {inputs.length === 0 && <p className="small quiet">{t("run.input.none")}</p>}
      {inputs.slice(0, 50).map(({ item, args }, at) => (
        <div key={at} className="stack tight">
          {item !== null && <span className="small faint">{t("run.item", { n: item + 1 })}</span>}
          {args === null ? (
            <p className="small quiet">{t("run.input.none")}</p>
          ) : (
            <JsonView value={args} label={t("run.input")} />
          )}
        </div>
      ))}
    </section>
  );
}

function Attempts({ tries }: { tries: readonly StepAttempt[] }) {
  const { t, language } = useI18n();
  return (
    <section className="stack tight">
      <h3>{t("run.attempts")}</h3>
      <ul className="stack tight small">
        {tries.slice(-20).map(({ seq, attempt, startedAt, endedAt, result }) => (
          <li key={seq} className="row">
            <Badge tone={result.ok ? "ok" : "bad"} icon={result.ok ? "check" : "cross"}>
              {t("run.attempt", { n: attempt })}
            </Badge>
            <span className="tabular">{formatDuration(endedAt - startedAt, language)}</span>
            {!result.ok && <span className="quiet">{result.error.message}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reused({ run_id: id, at }: { run_id: string; at: string }) {
  const { t } = useI18n();
  return <p className="notice">{t("run.reused", { id, at })}</p>;
}
