import { useState } from "react";
import type { EffectView, StepInputs } from "../../../../src/contracts/api/run.ts";
import { Badge, StepBadge, type StepState } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Details } from "../../design/details.tsx";
import { LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { formatDuration } from "../../design/time.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { JsonView } from "../../plan/json-view.tsx";
import { isFields, type ShownStep } from "../../plan/shown-step.ts";
import { stepTitle } from "../../plan/step-title.ts";
import { ChangeTable } from "../inbox/change-table.tsx";
import { changesOf, stepOf } from "./effects.tsx";
import { RerunDialog } from "./rerun-dialog.tsx";
import type { RunProgress, StepAttempt, StepResult } from "./run-progress.ts";

type Props = {
  progress: RunProgress;
  states: ReadonlyMap<string, StepState>;
  chosen: string | undefined;
  effects: readonly EffectView[];
};

/** The input and output of a step. */
export function Inspector({ progress, states, chosen, effects }: Props) {
  const { t, language } = useI18n();
  const step = progress.steps.find(({ id }) => id === chosen);
  if (step === undefined)
    return (
      <aside className="card inspector">
        <p className="body quiet">{t("run.choose")}</p>
      </aside>
    );
  const { run, results, attempts } = progress;
  return (
    <aside className="card inspector" aria-label={stepTitle(step, { t, language })}>
      <StepCard
        key={`${step.id} ${states.get(step.id) ?? ""}`}
        run={run.run_id}
        step={step}
        state={states.get(step.id) ?? "todo"}
        result={results.get(step.id)}
        attempts={attempts.get(step.id) ?? []}
        effects={changesOf(effects).filter(({ step_id: unit }) => stepOf(unit) === step.id)}
      />
    </aside>
  );
}

type CardProps = {
  run: string;
  step: ShownStep;
  state: StepState;
  result: StepResult | undefined;
  attempts: readonly StepAttempt[];
  effects: readonly EffectView[];
};

function StepCard({ run, step, state, result, attempts, effects }: CardProps) {
  const { t, language } = useI18n();
  const [isOpen, setIsOpen] = useState(false);
  const inputs = useQuery(["stepInputs", run, step.id, state], (signal) =>
    api.stepInputs({ params: { id: run, step: step.id }, signal }),
  );
  const last = attempts.at(-1)?.result;
  const output = result?.ok === true ? result.output : last?.ok === true ? last.output : undefined;
  return (
    <>
      <header>
        <h2 className="grow">{stepTitle(step, { t, language })}</h2>
        <StepBadge state={state} />
      </header>
      <div className="body stack">
        {step.text !== "" && <p className="small quiet">{step.text}</p>}
        {result?.error !== undefined && state !== "cancelled" && <p className="notice bad">{result.error}</p>}
        {result?.reused !== undefined && <Reused {...result.reused} />}
        <LoadState query={inputs} skeleton={<SkeletonLines count={3} />}>
          {(value) => <Inputs inputs={value} />}
        </LoadState>
        {output !== undefined && (
          <section className="stack tight">
            <h3>{t("run.output")}</h3>
            <Value value={output} label={t("run.output")} />
          </section>
        )}
        {attempts.length > 1 && <Attempts attempts={attempts} />}
        <Button icon="repeat" onClick={() => setIsOpen(true)}>
          {t("run.rerun")}
        </Button>
        <Details
          rows={[
            ["step_id", step.id],
            ["tool", step.name],
            ["reason", result?.reason],
            ...effects.map(({ key }) => ["effect_key", key] as const),
          ]}
        />
        {isOpen && (
          <RerunDialog
            run={run}
            step={step}
            args={inputs.value?.inputs[0]?.args ?? {}}
            onClose={() => setIsOpen(false)}
          />
        )}
      </div>
    </>
  );
}

/** A flat object as a table, anything else as JSON. */
function Value({ value, label }: { value: unknown; label: string }) {
  if (typeof value === "string") return <p className="prose">{value}</p>;
  const isFlat = isFields(value) && Object.values(value).every((one) => typeof one !== "object" || one === null);
  if (isFlat && isFields(value) && Object.keys(value).length > 0)
    return <ChangeTable change={{ before: null, after: JSON.parse(JSON.stringify(value)) }} />;
  return <JsonView value={value} label={label} />;
}

function Inputs({ inputs: { inputs } }: { inputs: StepInputs }) {
  const { t } = useI18n();
  const isEmpty = inputs.every(({ args }) => args !== null && Object.keys(args).length === 0);
  return (
    <section className="stack tight">
      <h3>{t("run.input")}</h3>
      {isEmpty && <p className="small quiet">{t(inputs.length === 0 ? "run.input.none" : "common.none")}</p>}
      {!isEmpty &&
        inputs.slice(0, 50).map(({ item, args }, at) => (
          <div key={at} className="stack tight">
            {item !== null && <span className="small faint">{t("run.item", { n: item + 1 })}</span>}
            {args === null ? (
              <p className="small quiet">{t("run.input.none")}</p>
            ) : (
              <Value value={args} label={t("run.input")} />
            )}
          </div>
        ))}
    </section>
  );
}

function Attempts({ attempts }: { attempts: readonly StepAttempt[] }) {
  const { t, language } = useI18n();
  return (
    <section className="stack tight">
      <h3>{t("run.attempts")}</h3>
      <ul className="stack tight small">
        {attempts.slice(-20).map(({ seq, attempt, startedAt, endedAt, result }) => (
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
