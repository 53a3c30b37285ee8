import type { ReactNode } from "react";
import type { RunDetail, RunView } from "../../../../src/contracts/api/run.ts";
import { hrefTo } from "../../app/router.ts";
import { Badge, RunBadge } from "../../design/badge.tsx";
import { CopyText } from "../../design/copy-text.tsx";
import { Icon } from "../../design/icon.tsx";
import { formatRelative, formatTime, formatDuration, formatDateTime } from "../../design/time.ts";
import { useNow } from "../../design/use-now.ts";
import { shownSteps } from "../../plan/shown-step.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { RunActions } from "./run-actions.tsx";

type Props = { run: RunView; detail: RunDetail; isLive: boolean; onChanged: () => void };

export function RunHead({ run, detail, isLive, onChanged }: Props) {
  const { t } = useI18n();
  const going = run.ended_at === null;
  return (
    <header className="stack">
      <div className="page-head">
        <div className="grow stack tight">
          <a className="back" href="#/runs">
            <Icon name="back" size={15} />
            {t("run.back")}
          </a>
          <h1 className="clip">{namesOf(detail)}</h1>
          <CopyText text={run.run_id} />
          <div className="row">
            <RunBadge run={run} />
            {going && isLive && (
              <Badge tone="run" icon="dot">
                {t("run.live")}
              </Badge>
            )}
            <WaitsFor run={run} />
          </div>
        </div>
        <RunActions run={run} detail={detail} onChanged={onChanged} />
      </div>
      {run.error !== null && (
        <p className="notice bad">
          <Icon name="warning" />
          <span>
            <b>{run.error.message}</b> <code className="faint">{run.error.code}</code>
          </span>
        </p>
      )}
      <Facts run={run} />
    </header>
  );
}

/** The plan's tools in one line. */
function namesOf({ plan }: RunDetail): string {
  const names = shownSteps(plan).map(({ name }) => name);
  const shown = [...new Set(names)].slice(0, 4).join(" → ");
  return new Set(names).size > 4 ? `${shown} → …` : shown;
}

function WaitsFor({ run: { waiting } }: { run: RunView }) {
  const { t, language } = useI18n();
  if (waiting === null) return null;
  if (waiting.for === "timer")
    return (
      <span className="small quiet">{t("run.waits.timer", { time: formatTime(waiting.until ?? "", language) })}</span>
    );
  return (
    <span className="small quiet">
      {t("run.waits.operator")} <a href="#/inbox">{t("run.waits.open")}</a>
    </span>
  );
}

function Facts({ run }: { run: RunView }) {
  const { t, language } = useI18n();
  const now = useNow(run.ended_at === null ? 250 : 10_000);
  const from = run.started_at === null ? undefined : Date.parse(run.started_at);
  const to = run.ended_at === null ? now : Date.parse(run.ended_at);
  const { cost_cents: cost } = run;
  return (
    <dl className="run-facts">
      <Fact name={t("run.created")}>
        <time dateTime={run.created_at} title={formatDateTime(run.created_at, language)}>
          {formatRelative(run.created_at, now, language)}
        </time>
      </Fact>
      <Fact name={t("run.took")}>{from === undefined ? "—" : formatDuration(to - from, language)}</Fact>
      <Fact name={t("run.caller")}>{run.caller}</Fact>
      <Fact name={t("run.cost")}>
        {cost === null ? "—" : cost === 0 ? t("common.free") : t("common.cents", { n: cost })}
      </Fact>
      <Fact name={t("run.hash")}>
        <code>{run.plan_hash.slice(0, 16)}</code>
      </Fact>
      <Origin run={run} />
    </dl>
  );
}

function Origin({ run: { origin } }: { run: RunView }) {
  const { t } = useI18n();
  if (origin.kind === "request" || origin.run_id === null) return null;
  const values = { id: origin.run_id.slice(0, 8), step: origin.step_id ?? "" };
  return (
    <Fact name={t("run.origin")}>
      <a href={hrefTo(["runs", origin.run_id])}>{t(`run.origin.${origin.kind}`, values)}</a>
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  );
}
