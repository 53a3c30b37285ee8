import { useMemo } from "react";
import type { RunDetail } from "../../../../src/contracts/api/run.ts";
import { setQuery, useRoute } from "../../app/router.ts";
import { LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { type Tab, Tabs, tabPanel } from "../../design/tabs.tsx";
import { type LiveRun, useRun } from "../../live/use-run.ts";
import { Graph } from "../../plan/graph.tsx";
import { JsonView } from "../../plan/json-view.tsx";
import { shownSteps } from "../../plan/shown-step.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Effects } from "./effects.tsx";
import { Inspector } from "./inspector.tsx";
import { Journal } from "./journal.tsx";
import { attemptsOf, rowsOf, type RunProgress, stepStates } from "./run-progress.ts";
import { RunHead } from "./run-head.tsx";
import { panelHeight } from "./panel-height.ts";
import { Timeline } from "./timeline.tsx";
import "./runs.css";

const tabNames = ["graph", "time", "journal", "effects", "plan"] as const;
type TabName = (typeof tabNames)[number];

export default function RunPage({ id }: { id: string }) {
  const live = useRun(id);
  return (
    <LoadState query={live.detail} skeleton={<SkeletonLines count={9} height={36} />}>
      {(detail) => <Query detail={detail} live={live} />}
    </LoadState>
  );
}

function Query({ detail, live }: { detail: RunDetail; live: LiveRun }) {
  const { query } = useRoute();
  const tab = tabNames.find((name) => name === query.get("tab")) ?? "graph";
  const chosen = query.get("step") ?? undefined;
  const { entries } = live;
  const run = live.run ?? detail.run;
  const steps = useMemo(() => shownSteps(detail.plan), [detail.plan]);
  const progress: RunProgress = useMemo(
    () => ({
      run,
      steps,
      attempts: attemptsOf(entries),
      rows: rowsOf(detail.results),
      escalations: detail.escalations,
    }),
    [run, steps, entries, detail],
  );
  const states = useMemo(() => stepStates(progress), [progress]);
  const choose = (step: string): void => setQuery({ step: step === chosen ? undefined : step });
  return (
    <div className="page">
      <RunHead run={run} detail={detail} isLive={live.isLive} onChanged={live.detail.reload} />
      <div className="run-body">
        <section className="card run-card">
          <header>
            <RunTabs tab={tab} counts={{ journal: entries.length, effects: detail.effects.length }} />
          </header>
          <div {...tabPanel(tab)}>
            {tab === "graph" && (
              <Graph height={panelHeight} steps={steps} states={states} chosen={chosen} onChoose={choose} />
            )}
            {tab === "time" && <Timeline progress={progress} states={states} chosen={chosen} onChoose={choose} />}
            {tab === "journal" && <Journal entries={entries} />}
            {tab === "effects" && <Effects effects={detail.effects} />}
            {tab === "plan" && <PlanText plan={detail.plan} />}
          </div>
        </section>
        <Inspector progress={progress} states={states} chosen={chosen} effects={detail.effects} />
      </div>
    </div>
  );
}

function RunTabs({ tab, counts }: { tab: TabName; counts: Partial<Record<TabName, number>> }) {
  const { t } = useI18n();
  const tabs = tabNames.map((name): Tab<TabName> => {
    const count = counts[name];
    return { name, text: t(`run.tab.${name}`), ...(count !== undefined && { count }) };
  });
  return <Tabs label={t("run.tabs")} tabs={tabs} chosen={tab} onChoose={(name) => setQuery({ tab: name })} />;
}

function PlanText({ plan }: { plan: RunDetail["plan"] }) {
  const { t } = useI18n();
  return (
    <div className="plan-text" style={{ height: panelHeight }}>
      <JsonView value={plan} label={t("run.tab.plan")} />
    </div>
  );
}
