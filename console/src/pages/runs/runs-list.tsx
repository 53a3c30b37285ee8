import { useMemo } from "react";
import { type RunRow, RunState } from "../../../../src/contracts/api/run.ts";
import { setQuery, hrefTo, useRoute } from "../../app/router.ts";
import { SkeletonLines, EmptyState, ErrorState } from "../../design/load-state.tsx";
import { RunBadge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { PageFrame } from "../../design/page.tsx";
import { formatRelative, formatDuration } from "../../design/time.ts";
import { useNow } from "../../design/use-now.ts";
import { VirtualList } from "../../design/virtual-list.tsx";
import { type RunList, useRuns } from "../../live/use-runs.ts";
import { useI18n } from "../../i18n/i18n.ts";
import "./runs.css";

const rowHeight = 60;

export function RunsList() {
  const { t } = useI18n();
  const { query } = useRoute();
  const status = RunState.options.find((name) => name === query.get("status"));
  const words = query.get("q") ?? "";
  const list = useRuns(status);
  return (
    <PageFrame title={t("nav.runs")} text={t("runs.text")}>
      <Filters status={status} words={words} />
      <div className="card runs-card">
        <Rows list={list} words={words} isFiltered={status !== undefined || words !== ""} />
      </div>
    </PageFrame>
  );
}

function Filters({ status, words }: { status: RunState | undefined; words: string }) {
  const { t } = useI18n();
  return (
    <div className="row spread">
      <div className="row" role="group" aria-label={t("runs.filter")}>
        <button
          type="button"
          className="pill"
          aria-pressed={status === undefined}
          onClick={() => setQuery({ status: undefined })}
        >
          {t("runs.filter.all")}
        </button>
        {RunState.options.map((name) => (
          <button
            key={name}
            type="button"
            className="pill"
            aria-pressed={status === name}
            onClick={() => setQuery({ status: status === name ? undefined : name })}
          >
            {t(`status.${name}`)}
          </button>
        ))}
      </div>
      <input
        className="input search"
        type="search"
        aria-label={t("runs.search")}
        placeholder={t("runs.search")}
        value={words}
        onChange={({ target }) => setQuery({ q: target.value })}
      />
    </div>
  );
}

function Rows({ list, words, isFiltered }: { list: RunList; words: string; isFiltered: boolean }) {
  const { t } = useI18n();
  const now = useNow(5000);
  const { runs, error, isComplete, more, reload } = list;
  const shown = useMemo(() => runs?.filter((run) => fits(run, words)), [runs, words]);
  if (shown === undefined) {
    if (error !== undefined) return <ErrorState error={error} onAgain={reload} />;
    return (
      <div className="card-skeleton">
        <SkeletonLines count={8} height={40} />
      </div>
    );
  }
  if (shown.length === 0 && isComplete) return <NoRuns isFiltered={isFiltered} />;
  return (
    <VirtualList
      label={t("runs.list")}
      items={shown}
      rowHeight={rowHeight}
      height="max(24rem, calc(100dvh - 17rem))"
      keyOf={({ run_id: id }) => id}
      onEnd={more}
      foot={isComplete ? undefined : <p className="list-foot">{t("load.more")}</p>}
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
  const { t, language } = useI18n();
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
          {t("common.steps", { n: run.steps })} · {run.caller}
          {run.error !== null && ` · ${run.error.message}`}
          {run.origin.kind !== "request" && ` · ${run.origin.kind}`}
        </span>
      </span>
      <span className="run-line-time small tabular">
        <span>{formatRelative(run.created_at, now, language)}</span>
        <span className="faint">{took === undefined ? "—" : formatDuration(took, language)}</span>
      </span>
    </a>
  );
}

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useI18n();
  if (isFiltered)
    return (
      <EmptyState icon="lookup" title={t("runs.empty.filter")}>
        <Button onClick={() => setQuery({ status: undefined, q: undefined })}>{t("runs.clear")}</Button>
      </EmptyState>
    );
  return (
    <EmptyState icon="runs" title={t("runs.empty")} text={t("runs.empty.text")}>
      <a className="button primary" href="#/ask">
        {t("runs.empty.ask")}
      </a>
    </EmptyState>
  );
}
