import { type FormEvent, useCallback, useState } from "react";
import type {
  StandingApprovalView,
  PlanSchedule,
  PlanScheduleInput,
  SavedPlanView,
} from "../../../../src/contracts/api/plans.ts";
import type { OverlapPolicy } from "../../../../src/contracts/react/trigger.ts";
import { hrefTo } from "../../app/router.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { formatDateTime } from "../../design/time.ts";
import { FieldInput } from "../../form/field-input.tsx";
import { textOf, withTyped } from "../../form/schema-fields.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { toolTitle } from "../../plan/step-title.ts";
import { PauseControl } from "../agents/pause-control.tsx";
import { parameterFields } from "./run-plan.tsx";
import { TextField } from "./text-field.tsx";

type Props = { plan: SavedPlanView; onSaved: () => void };

/** When the plan runs by itself, and what a person approved for it in advance. */
export function PlanRules({ plan, onSaved }: Props) {
  const { t } = useI18n();
  return (
    <div className="stack">
      <section className="stack" aria-labelledby="schedule-title">
        <h3 id="schedule-title">{t("plans.schedule")}</h3>
        {plan.schedule === null ? (
          <p className="quiet">{t("plans.schedule.none")}</p>
        ) : (
          <ScheduleFacts schedule={plan.schedule} onChanged={onSaved} />
        )}
        <ScheduleForm key={plan.schedule?.cron} plan={plan} onSaved={onSaved} />
      </section>
      <section className="stack" aria-labelledby="approval-title">
        <h3 id="approval-title">{t("plans.approval")}</h3>
        {plan.approval === null ? (
          <p className="quiet">{t("plans.approval.none")}</p>
        ) : (
          <ApprovalFacts name={plan.name} approval={plan.approval} onSaved={onSaved} />
        )}
        <details open={plan.approval === null}>
          <summary>{t("plans.approval.give", { n: plan.version })}</summary>
          <ApprovalForm plan={plan} onSaved={onSaved} />
        </details>
      </section>
    </div>
  );
}

function ScheduleFacts({ schedule, onChanged }: { schedule: PlanSchedule; onChanged: () => void }) {
  const { t, language } = useI18n();
  const { cron, timezone, enabled, next_runs: next, agent_id: agent } = schedule;
  return (
    <div className="stack tight">
      <p className="row">
        <code>{cron}</code> {timezone} {!enabled && <Badge tone="warn">{t("plans.schedule.paused")}</Badge>}
      </p>
      {next.length > 0 && (
        <p className="small quiet">
          {t("plans.schedule.next")}:{" "}
          {next
            .slice(0, 3)
            .map((at) => formatDateTime(at, language))
            .join(" · ")}
        </p>
      )}
      <PauseControl id={agent} isEnabled={enabled} pause={schedule.pause} onChanged={onChanged} />
      <a className="small" href={hrefTo(["agents", "of", agent], { tab: "decisions" })}>
        {t("plans.schedule.why")}
      </a>
    </div>
  );
}

function ScheduleForm({ plan: { name, schedule, parameters }, onSaved }: Props) {
  const { t } = useI18n();
  const [cron, setCron] = useState(schedule?.cron ?? "");
  const [timezone, setZone] = useState(schedule?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [overlap, setOverlap] = useState(schedule?.overlap ?? "skip");
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  // A value may be a template, which only a text field takes.
  const fields = parameterFields(parameters).map((field) => ({ ...field, kind: "text" as const, choices: [] }));
  const save = useMutation(
    useCallback(
      async (isKept: boolean) => {
        const values = withTyped(schedule?.parameters ?? {}, parameterFields(parameters), typed);
        const body = { ...inputOf(schedule), cron, timezone, overlap, parameters: values };
        if (isKept) await api.schedulePlan({ params: { name }, body });
        else await api.unschedulePlan({ params: { name } });
        onSaved();
      },
      [name, cron, timezone, overlap, typed, schedule, parameters, onSaved],
    ),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.start(true);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label={t("plans.schedule.cron")}
        hint={t("plans.schedule.cron.hint")}
        value={cron}
        onChange={setCron}
      />
      <TextField label={t("plans.schedule.zone")} value={timezone} onChange={setZone} />
      <OverlapField value={overlap} onChange={setOverlap} />
      {fields.length > 0 && <p className="small quiet">{t("plans.schedule.values")}</p>}
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={typed.get(field.name) ?? textOf(schedule?.parameters[field.name])}
          onChange={(text) => setTyped(new Map([...typed, [field.name, text]]))}
        />
      ))}
      <ProblemNotice error={save.error} />
      <div className="row">
        <Button kind="primary" type="submit" disabled={save.busy}>
          {t("plans.schedule.save")}
        </Button>
        {schedule !== null && (
          <Button kind="danger" disabled={save.busy} onClick={() => save.start(false)}>
            {t("plans.schedule.remove")}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The schedule without what only the answer has. */
function inputOf(schedule: PlanSchedule | null): Partial<PlanScheduleInput> {
  if (schedule === null) return {};
  const { agent_id: _agent, enabled: _enabled, pause: _pause, last_run: _last, next_runs: _next, ...input } = schedule;
  return input;
}

const policies = ["skip", "queue", "queue_one", "parallel", "cancel_other"] as const satisfies readonly OverlapPolicy[];

function OverlapField({ value, onChange }: { value: OverlapPolicy; onChange: (policy: OverlapPolicy) => void }) {
  const { t } = useI18n();
  const choose = (chosen: string): void => onChange(policies.find((policy) => policy === chosen) ?? value);
  return (
    <label className="field">
      <span>{t("plans.schedule.overlap")}</span>
      <select className="select" value={value} onChange={({ target }) => choose(target.value)}>
        {policies.map((policy) => (
          <option key={policy} value={policy}>
            {t(`plans.schedule.overlap.${policy}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

type ApprovalProps = { name: string; approval: StandingApprovalView; onSaved: () => void };

function ApprovalFacts({ name, approval, onSaved }: ApprovalProps) {
  const { t, language } = useI18n();
  const { by, version, runs, max_runs: most, until, writes, vary, revoked, reason } = approval;
  const revoke = useMutation(
    useCallback(async () => {
      await api.revokeApproval({ params: { name }, body: {} });
      onSaved();
    }, [name, onSaved]),
  );
  return (
    <div className="stack tight">
      <p className="row">
        <b>{t("plans.approval.given", { who: by, n: version })}</b>
        {revoked !== null && <Badge tone="bad">{t("plans.approval.revoked", { who: revoked.by })}</Badge>}
      </p>
      <p className="small quiet">
        {t("plans.approval.used", { n: runs, most })} · {t("plans.approval.until")}: {formatDateTime(until, language)}
        {vary.length > 0 && ` · ${t("plans.approval.vary", { names: vary.join(", ") })}`}
        {reason !== "" && ` · ${reason}`}
      </p>
      <p className="small">
        {t("plans.approval.covers")}: {writes.map(({ tool }) => toolTitle(tool)).join(", ")}
      </p>
      <ProblemNotice error={revoke.error} />
      {revoked === null && (
        <div>
          <Button kind="danger" disabled={revoke.busy} onClick={revoke.start}>
            {t("plans.approval.revoke")}
          </Button>
        </div>
      )}
    </div>
  );
}

function ApprovalForm({ plan: { name, version, parameters, schedule }, onSaved }: Props) {
  const { t } = useI18n();
  const [runs, setRuns] = useState("10");
  const [until, setUntil] = useState("");
  const [reason, setReason] = useState("");
  const [hasResults, setResults] = useState(false);
  const [vary, setVary] = useState<ReadonlySet<string>>(new Set());
  const approve = useMutation(
    useCallback(async () => {
      const fixed = Object.entries(schedule?.parameters ?? {}).filter(([id]) => !vary.has(id));
      const bounds = { max_runs: Number(runs), until: new Date(`${until}T23:59:59`).toISOString(), vary: [...vary] };
      const body = { version, ...bounds, parameters: Object.fromEntries(fixed), results: hasResults, reason };
      await api.approvePlan({ params: { name }, body });
      onSaved();
    }, [name, version, runs, until, vary, hasResults, reason, schedule, onSaved]),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    approve.start();
  };
  return (
    <form className="stack" onSubmit={submit} aria-label={t("plans.approval.give", { n: version })}>
      <TextField label={t("plans.approval.runs")} type="number" value={runs} onChange={setRuns} />
      <TextField label={t("plans.approval.until")} type="date" value={until} onChange={setUntil} />
      {Object.keys(parameters).map((id) => (
        <label key={id} className="row">
          <input
            type="checkbox"
            className="check"
            checked={vary.has(id)}
            onChange={() => setVary((before) => before.symmetricDifference(new Set([id])))}
          />
          {t("plans.approval.any", { name: id })}
        </label>
      ))}
      <label className="row">
        <input type="checkbox" className="check" checked={hasResults} onChange={() => setResults(!hasResults)} />
        {t("plans.approval.results")}
      </label>
      <TextField label={t("plans.approval.reason")} isOptional value={reason} onChange={setReason} />
      <ProblemNotice error={approve.error} />
      <div>
        <Button type="submit" disabled={approve.busy || until === ""}>
          {t("plans.approval.do")}
        </Button>
      </div>
    </form>
  );
}
