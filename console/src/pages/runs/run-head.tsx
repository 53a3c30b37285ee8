import type { ReactNode } from "react";
import type { RunDetail, RunView } from "../../../../src/contracts/api/run.ts";
import { hrefTo } from "../../app/router.ts";
import { Badge, RunBadge } from "../../design/badge.tsx";
import { CopyText } from "../../design/copy-text.tsx";
import { Icon } from "../../design/icon.tsx";
import { ago, clockTime, lasting, moment } from "../../design/time.ts";
import { useNow } from "../../design/use-now.ts";
import { shownSteps } from "../../plan/shown-step.ts";
import { useWords } from "../../words/words.ts";
import { RunActions } from "./run-actions.tsx";

type Props = { run: RunView; detail: RunDetail; isLive: boolean; onChanged: () => void };

export function RunHead({ run, detail, isLive, onChanged }: Props) {
  const { say } = useWords();
  const going = run.ended_at === null;
  return (
    <header className="stack">
      <div className="page-head">
        <div className="grow stack tight">
          <a className="back" href="#/runs">
            <Icon name="back" size={15} />
            {say("run.back")}
          </a>
          <h1 className="clip">{namesOf(detail)}</h1>
          <CopyText text={run.run_id} />
          <div className="row">
            <RunBadge run={run} />
            {going && isLive && (
              <Badge tone="run" icon="dot">
                {say("run.live")}
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

/** The tools of the plan, in a line. */
function namesOf({ plan }: RunDetail): string {
  const names = shownSteps(plan).map(({ name }) => name);
  const shown = [...new Set(names)].slice(0, 4).join(" → ");
  return new Set(names).size > 4 ? `${shown} → …` : shown;
}

function WaitsFor({ run: { waiting } }: { run: RunView }) {
  const { say, language } = useWords();
  if (waiting === null) return null;
  if (waiting.for === "timer")
    return (
      <span className="small quiet">{say("run.waits.timer", { time: clockTime(waiting.until ?? "", language) })}</span>
    );
  return (
    <span className="small quiet">
      {say("run.waits.operator")} <a href="#/inbox">{say("run.waits.open")}</a>
    </span>
  );
}

function Facts({ run }: { run: RunView }) {
  const { say, language } = useWords();
  const now = useNow(run.ended_at === null ? 250 : 10_000);
  const from = run.started_at === null ? undefined : Date.parse(run.started_at);
  const to = run.ended_at === null ? now : Date.parse(run.ended_at);
  const { cost_cents: cost } = run;
  return (
    <dl className="run-facts">
      <Fact name={say("run.created")}>
        <time dateTime={run.created_at} title={moment(run.created_at, language)}>
          {ago(run.created_at, now, language)}
        </time>
      </Fact>
      <Fact name={say("run.took")}>{from === undefined ? "—" : lasting(to - from, language)}</Fact>
      <Fact name={say("run.caller")}>{run.caller}</Fact>
      <Fact name={say("run.cost")}>
        {cost === null ? "—" : cost === 0 ? say("common.free") : say("common.cents", { n: cost })}
      </Fact>
      <Fact name={say("run.hash")}>
        <code>{run.plan_hash.slice(0, 16)}</code>
      </Fact>
      <Origin run={run} />
    </dl>
  );
}

function Origin({ run: { origin } }: { run: RunView }) {
  const { say } = useWords();
  if (origin.kind === "request" || origin.run_id === null) return null;
  const values = { id: origin.run_id.slice(0, 8), step: origin.step_id ?? "" };
  return (
    <Fact name={say("run.origin")}>
      <a href={hrefTo(["runs", origin.run_id])}>{say(`run.origin.${origin.kind}`, values)}</a>
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
