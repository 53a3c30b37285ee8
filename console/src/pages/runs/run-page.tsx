import { useCallback, useMemo } from "react";
import type { RunDetail } from "../../../../src/contracts/api/run.ts";
import { setQuery, useRoute } from "../../app/router.ts";
import { LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { type Tab, Tabs, tabPanel } from "../../design/tabs.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type LiveRun, useRun } from "../../live/use-run.ts";
import { Graph } from "../../plan/graph.tsx";
import { JsonView } from "../../plan/json-view.tsx";
import { shownSteps } from "../../plan/shown-step.ts";
import { effectOf, useTools } from "../../plan/use-tools.ts";
import { EscalationCard } from "../inbox/escalation-card.tsx";
import { changesOf, Effects } from "./effects.tsx";
import { Inspector } from "./inspector.tsx";
import { Journal } from "./journal.tsx";
import { panelHeight } from "./panel-height.ts";
import { RunHead } from "./run-head.tsx";
import { attemptsOf, resultsOf, type RunProgress, stepStates, troubledStep } from "./run-progress.ts";
import { Timeline } from "./timeline.tsx";
import "./runs.css";
import "../inbox/inbox.css";

const tabNames = ["graph", "time", "journal", "effects", "plan"] as const;
type TabName = (typeof tabNames)[number];

export default function RunPage({ id }: { id: string }) {
  const live = useRun(id);
  return (
    <LoadState query={live.detail} skeleton={<SkeletonLines count={9} height={36} />}>
      {(detail) => <LoadedRun detail={detail} live={live} />}
    </LoadState>
  );
}

function LoadedRun({ detail, live }: { detail: RunDetail; live: LiveRun }) {
  const { query } = useRoute();
  const tools = useTools();
  const { entries } = live;
  const run = live.run ?? detail.run;
  const steps = useMemo(() => shownSteps(detail.plan), [detail.plan]);
  const progress: RunProgress = useMemo(
    () => ({
      run,
      steps,
      attempts: attemptsOf(entries),
      results: resultsOf(detail.results),
      escalations: detail.escalations,
    }),
    [run, steps, entries, detail],
  );
  const states = useMemo(() => stepStates(progress), [progress]);
  const effects = useMemo(() => new Map(steps.map((step) => [step.id, effectOf(step, tools)])), [steps, tools]);
  const tab = tabNames.find((name) => name === query.get("tab")) ?? "graph";
  // The step that failed or needs a decision is shown first; an empty `step` means that it was closed.
  const chosen = query.has("step") ? (query.get("step") ?? undefined) : troubledStep(states);
  const choose = (step: string): void => setQuery({ step: step === chosen ? "-" : step });
  const { reload } = live.detail;
  const open = detail.escalations.filter(({ state }) => state === "open");
  const onDecided = useCallback(() => reload(), [reload]);
  return (
    <div className="page">
      <RunHead progress={progress} detail={detail} isLive={live.isLive} onChanged={reload} />
      {open.map((escalation) => (
        <EscalationCard key={escalation.escalation_id} escalation={escalation} onDecided={onDecided} />
      ))}
      <div className="run-body">
        <section className="card run-card">
          <header>
            <RunTabs tab={tab} counts={{ journal: entries.length, effects: changesOf(detail.effects).length }} />
          </header>
          <div {...tabPanel(tab)}>
            {tab === "graph" && (
              <Graph height={panelHeight} {...{ steps, states, effects, chosen }} onChoose={choose} />
            )}
            {tab === "time" && <Timeline progress={progress} states={states} chosen={chosen} onChoose={choose} />}
            {tab === "journal" && <Journal entries={entries} steps={steps} />}
            {tab === "effects" && <Effects effects={detail.effects} steps={steps} />}
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
