import { useCallback, useEffect, useState } from "react";
import { type RunQuery, type RunRow, RunState } from "../../../../src/contracts/api/run.ts";
import { hrefTo, setQuery, useRoute } from "../../app/router.ts";
import { RunBadge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { EmptyState, ErrorState, SkeletonLines } from "../../design/load-state.tsx";
import { PageFrame } from "../../design/page.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { formatDuration, formatNumber } from "../../design/time.ts";
import { toast } from "../../design/toast.tsx";
import { useNow } from "../../design/use-now.ts";
import { VirtualList } from "../../design/virtual-list.tsx";
import { When } from "../../design/when.tsx";
import { SearchBox } from "../../design/search-box.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { queryClient } from "../../live/use-query.ts";
import { useRuns } from "../../live/use-runs.ts";
import { toolTitle } from "../../plan/step-title.ts";
import { useTools } from "../../plan/use-tools.ts";
import { filterIn, periods } from "./run-filter.ts";
import "./runs.css";

const rowHeight = 60;

/** All runs, with filters that the address keeps. */
export function RunsList() {
  const { t } = useI18n();
  const { query } = useRoute();
  const filter = filterIn(query);
  const list = useRuns(filter);
  const counts = list.data?.pages[0]?.counts ?? {};
  const isFiltered = ["status", "q", "tool", "agent", "caller", "kind", "since"].some((name) => query.has(name));
  return (
    <PageFrame title={t("nav.runs")} text={t("runs.text")}>
      <StatusFilter status={filter.status} counts={counts} />
      <Filters filter={filter} query={query} />
      <div className="card runs-card">
        <Rows list={list} isFiltered={isFiltered} />
      </div>
    </PageFrame>
  );
}

function StatusFilter({ status, counts }: { status: RunState | undefined; counts: Partial<Record<RunState, number>> }) {
  const { t, language } = useI18n();
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  return (
    <div className="row" role="group" aria-label={t("runs.filter")}>
      {[undefined, ...RunState.options].map((name) => (
        <button
          key={name ?? "all"}
          type="button"
          className="pill"
          aria-pressed={status === name}
          onClick={() => setQuery({ status: status === name ? undefined : name })}
        >
          {name === undefined ? t("runs.filter.all") : t(`status.${name}`)}{" "}
          <span className="faint tabular">
            {formatNumber(name === undefined ? total : (counts[name] ?? 0), language)}
          </span>
        </button>
      ))}
    </div>
  );
}

function Filters({ filter, query }: { filter: RunQuery; query: URLSearchParams }) {
  const { t } = useI18n();
  const tools = useTools();
  return (
    <div className="row filters">
      <Search text={filter.q ?? ""} />
      <Choice name="since" value={query.get("since") ?? ""} label={t("runs.since")}>
        {periods.map((period) => (
          <option key={period} value={period}>
            {t(`runs.since.${period}`)}
          </option>
        ))}
      </Choice>
      <Choice name="kind" value={filter.kind ?? ""} label={t("runs.kind")}>
        <option value="plan">{t("runs.kind.plan")}</option>
        <option value="react">{t("runs.kind.react")}</option>
      </Choice>
      <Choice name="tool" value={filter.tool ?? ""} label={t("runs.tool")}>
        {[...tools.keys()].map((name) => (
          <option key={name} value={name}>
            {toolTitle(name)}
          </option>
        ))}
      </Choice>
      <Choice name="sort" value={filter.sort ?? ""} label={t("runs.sort")}>
        <option value="oldest">{t("runs.sort.oldest")}</option>
        <option value="longest">{t("runs.sort.longest")}</option>
      </Choice>
    </div>
  );
}

/** The text is searched on the server a moment after the last key. */
function Search({ text }: { text: string }) {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => typed !== text && setQuery({ q: typed }), 200);
    return () => clearTimeout(timer);
  }, [typed, text]);
  useEffect(() => setTyped(text), [text]);
  return <SearchBox isWide label="runs.search" value={typed} onChange={setTyped} />;
}

type ChoiceProps = { name: string; value: string; label: string; children: React.ReactNode };

function Choice({ name, value, label, children }: ChoiceProps) {
  return (
    <select
      className="select"
      aria-label={label}
      value={value}
      onChange={({ target }) => setQuery({ [name]: target.value })}
    >
      <option value="">{label}</option>
      {children}
    </select>
  );
}

type RowsProps = { list: ReturnType<typeof useRuns>; isFiltered: boolean };

function Rows({ list, isFiltered }: RowsProps) {
  const { t } = useI18n();
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (data === undefined) {
    if (error !== null) return <ErrorState error={error} onAgain={() => void refetch()} />;
    return (
      <div className="card-bones">
        <SkeletonLines count={8} height={40} />
      </div>
    );
  }
  const runs = data.pages.flatMap((page) => page.runs);
  if (runs.length === 0) return <NoRuns isFiltered={isFiltered} />;
  const toggle = (id: string): void => {
    const next = new Set(checked);
    if (!next.delete(id)) next.add(id);
    setChecked(next);
  };
  return (
    <>
      <BulkActions runs={runs.filter((run) => checked.has(run.run_id))} onDone={() => setChecked(new Set())} />
      <div className="run-columns small faint" aria-hidden="true">
        <span />
        <span>{t("runs.column.status")}</span>
        <span>{t("runs.column.request")}</span>
        <span>{t("runs.column.caller")}</span>
        <span>{t("runs.column.started")}</span>
        <span>{t("runs.column.took")}</span>
      </div>
      <VirtualList
        label={t("runs.list")}
        items={runs}
        rowHeight={rowHeight}
        height="max(24rem, calc(100dvh - 21rem))"
        keyOf={({ kind, run_id: id }) => `${kind} ${id}`}
        onEnd={more}
        foot={hasNextPage ? <p className="list-foot">{t("load.more")}</p> : undefined}
      >
        {(run) => <RunLine run={run} isChecked={checked.has(run.run_id)} onCheck={() => toggle(run.run_id)} />}
      </VirtualList>
    </>
  );
}

/** Cancels or starts again what is checked. */
function BulkActions({ runs, onDone }: { runs: readonly RunRow[]; onDone: () => void }) {
  const { t } = useI18n();
  const open = runs.filter(({ ended_at: at }) => at === null);
  const failed = runs.filter(({ status }) => status === "failed");
  const act = useMutation(
    useCallback(
      async (what: "cancel" | "retry") => {
        for (const { run_id: id } of what === "cancel" ? open : failed) {
          if (what === "cancel") await api.cancelRun({ params: { id }, body: {} });
          else {
            const { plan } = await api.getRun({ params: { id } });
            await api.startRun({ body: plan, idempotencyKey: crypto.randomUUID() });
          }
        }
        toast(t(what === "cancel" ? "run.cancelled" : "ask.started"));
        void queryClient.invalidateQueries({ queryKey: ["listRuns"] });
        onDone();
      },
      [open, failed, t, onDone],
    ),
  );
  if (runs.length === 0) return null;
  return (
    <div className="row bulk">
      <span className="small">{t("runs.checked", { n: runs.length })}</span>
      <Button small kind="danger" disabled={act.busy || open.length === 0} onClick={() => act.start("cancel")}>
        {t("runs.cancel", { n: open.length })}
      </Button>
      <Button small disabled={act.busy || failed.length === 0} onClick={() => act.start("retry")}>
        {t("runs.retry", { n: failed.length })}
      </Button>
      <Button small kind="plain" onClick={onDone}>
        {t("common.cancel")}
      </Button>
      <ProblemNotice error={act.error} />
    </div>
  );
}

function RunLine({ run, isChecked, onCheck }: { run: RunRow; isChecked: boolean; onCheck: () => void }) {
  const { t, language } = useI18n();
  const now = useNow(run.ended_at === null ? 1000 : 3_600_000);
  const from = Date.parse(run.started_at ?? run.created_at);
  const took = (run.ended_at === null ? now : Date.parse(run.ended_at)) - from;
  const href = run.kind === "plan" ? hrefTo(["runs", run.run_id]) : hrefTo(["runs", "react", run.run_id]);
  return (
    <div className="run-line">
      {run.kind === "plan" ? (
        <input type="checkbox" className="check" aria-label={run.title} checked={isChecked} onChange={onCheck} />
      ) : (
        <span />
      )}
      <span className="run-line-state">
        <RunBadge run={run} />
      </span>
      <a className="run-line-words" href={href}>
        <b className="clip">{run.title || run.tools.map(toolTitle).join(", ")}</b>
        <span className="clip small faint">
          {run.agent_id !== null && `${t("runs.by.agent", { name: run.agent_id })} · `}
          {t("common.steps", { n: run.steps })}
          {run.error !== null && ` · ${run.error.message}`}
          {run.origin.kind !== "request" && ` · ${t(`run.origin.${run.origin.kind}`)}`}
        </span>
      </a>
      <span className="clip small run-line-caller">{run.caller}</span>
      <span className="small run-line-time">
        <When at={run.created_at} />
      </span>
      <span className="small tabular run-line-time">{formatDuration(took, language)}</span>
    </div>
  );
}

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useI18n();
  const nothing = { status: "", q: "", tool: "", agent: "", caller: "", kind: "", since: "", sort: "" };
  if (isFiltered)
    return (
      <EmptyState icon="lookup" title={t("runs.empty.filter")}>
        <Button onClick={() => setQuery(nothing)}>{t("runs.clear")}</Button>
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
