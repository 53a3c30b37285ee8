import { useMemo } from "react";
import { type RunRow, RunState } from "../../../../src/contracts/api/run.ts";
import { changeQuery, hrefTo, usePlace } from "../../app/router.ts";
import { BoneLines, Empty, Failure } from "../../design/async.tsx";
import { RunBadge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { PageFrame } from "../../design/page.tsx";
import { ago, lasting } from "../../design/time.ts";
import { useNow } from "../../design/use-now.ts";
import { VirtualList } from "../../design/virtual-list.tsx";
import { type RunList, useRuns } from "../../live/use-runs.ts";
import { useWords } from "../../words/words.ts";
import "./runs.css";

const rowHeight = 60;

export function RunsList() {
  const { say } = useWords();
  const { query } = usePlace();
  const status = RunState.options.find((name) => name === query.get("status"));
  const words = query.get("q") ?? "";
  const list = useRuns(status);
  return (
    <PageFrame title={say("nav.runs")} text={say("runs.text")}>
      <Filters status={status} words={words} />
      <div className="card runs-card">
        <Rows list={list} words={words} isFiltered={status !== undefined || words !== ""} />
      </div>
    </PageFrame>
  );
}

function Filters({ status, words }: { status: RunState | undefined; words: string }) {
  const { say } = useWords();
  return (
    <div className="row spread">
      <div className="row" role="group" aria-label={say("runs.filter")}>
        <button
          type="button"
          className="pill"
          aria-pressed={status === undefined}
          onClick={() => changeQuery({ status: undefined })}
        >
          {say("runs.filter.all")}
        </button>
        {RunState.options.map((name) => (
          <button
            key={name}
            type="button"
            className="pill"
            aria-pressed={status === name}
            onClick={() => changeQuery({ status: status === name ? undefined : name })}
          >
            {say(`status.${name}`)}
          </button>
        ))}
      </div>
      <input
        className="input search"
        type="search"
        aria-label={say("runs.search")}
        placeholder={say("runs.search")}
        value={words}
        onChange={({ target }) => changeQuery({ q: target.value })}
      />
    </div>
  );
}

function Rows({ list, words, isFiltered }: { list: RunList; words: string; isFiltered: boolean }) {
  const { say } = useWords();
  const now = useNow(5000);
  const { runs, error, isWhole, more, reload } = list;
  const shown = useMemo(() => runs?.filter((run) => fits(run, words)), [runs, words]);
  if (shown === undefined) {
    if (error !== undefined) return <Failure error={error} onAgain={reload} />;
    return (
      <div className="card-bones">
        <BoneLines count={8} height={40} />
      </div>
    );
  }
  if (shown.length === 0 && isWhole) return <NoRuns isFiltered={isFiltered} />;
  return (
    <VirtualList
      label={say("runs.list")}
      items={shown}
      rowHeight={rowHeight}
      height="max(24rem, calc(100dvh - 17rem))"
      keyOf={({ run_id: id }) => id}
      onEnd={more}
      foot={isWhole ? undefined : <p className="list-foot">{say("load.more")}</p>}
    >
      {(run) => <RunLine run={run} now={now} />}
    </VirtualList>
  );
}

function fits({ run_id: id, summary, caller }: RunRow, words: string): boolean {
  const text = `${id} ${summary} ${caller}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function RunLine({ run, now }: { run: RunRow; now: number }) {
  const { say, language } = useWords();
  const { started_at: from, ended_at: to } = run;
  const took = from === null ? undefined : (to === null ? now : Date.parse(to)) - Date.parse(from);
  return (
    <a className="run-line" href={hrefTo(["runs", run.run_id])}>
      <span className="run-line-state">
        <RunBadge run={run} />
      </span>
      <span className="run-line-words">
        <span className="clip mono">{run.summary || run.run_id}</span>
        <span className="clip small faint">
          {say("common.steps", { n: run.steps })} · {run.caller}
          {run.error !== null && ` · ${run.error.message}`}
          {run.origin.kind !== "request" && ` · ${run.origin.kind}`}
        </span>
      </span>
      <span className="run-line-time small tabular">
        <span>{ago(run.created_at, now, language)}</span>
        <span className="faint">{took === undefined ? "—" : lasting(took, language)}</span>
      </span>
    </a>
  );
}

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  const { say } = useWords();
  if (isFiltered)
    return (
      <Empty icon="lookup" title={say("runs.empty.filter")}>
        <Button onClick={() => changeQuery({ status: undefined, q: undefined })}>{say("runs.clear")}</Button>
      </Empty>
    );
  return (
    <Empty icon="runs" title={say("runs.empty")} text={say("runs.empty.text")}>
      <a className="button primary" href="#/ask">
        {say("runs.empty.ask")}
      </a>
    </Empty>
  );
}
