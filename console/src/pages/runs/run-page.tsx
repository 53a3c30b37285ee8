import { useMemo } from "react";
import type { RunDetail } from "../../../../src/contracts/api/run.ts";
import { changeQuery, usePlace } from "../../app/router.ts";
import { Async, BoneLines } from "../../design/async.tsx";
import { type Tab, Tabs, tabPanel } from "../../design/tabs.tsx";
import { type LiveRun, useRun } from "../../live/use-run.ts";
import { Graph } from "../../plan/graph.tsx";
import { JsonView } from "../../plan/json-view.tsx";
import { shownSteps } from "../../plan/shown-step.ts";
import { useWords } from "../../words/words.ts";
import { Effects } from "./effects.tsx";
import { Inspector } from "./inspector.tsx";
import { Journal } from "./journal.tsx";
import { attemptsOf, rowsOf, type Standing, standings } from "./run-facts.ts";
import { RunHead } from "./run-head.tsx";
import { sheetHeight } from "./sheet-height.ts";
import { Timeline } from "./timeline.tsx";
import "./runs.css";

const tabNames = ["graph", "time", "journal", "effects", "plan"] as const;
type TabName = (typeof tabNames)[number];

export default function RunPage({ id }: { id: string }) {
  const live = useRun(id);
  return (
    <Async of={live.detail} bones={<BoneLines count={9} height={36} />}>
      {(detail) => <Loaded detail={detail} live={live} />}
    </Async>
  );
}

function Loaded({ detail, live }: { detail: RunDetail; live: LiveRun }) {
  const { query } = usePlace();
  const tab = tabNames.find((name) => name === query.get("tab")) ?? "graph";
  const chosen = query.get("step") ?? undefined;
  const { entries } = live;
  const run = live.run ?? detail.run;
  const steps = useMemo(() => shownSteps(detail.plan), [detail.plan]);
  const standing: Standing = useMemo(
    () => ({
      run,
      steps,
      attempts: attemptsOf(entries),
      rows: rowsOf(detail.results),
      escalations: detail.escalations,
    }),
    [run, steps, entries, detail],
  );
  const states = useMemo(() => standings(standing), [standing]);
  const choose = (step: string): void => changeQuery({ step: step === chosen ? undefined : step });
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
              <Graph height={sheetHeight} steps={steps} states={states} chosen={chosen} onChoose={choose} />
            )}
            {tab === "time" && <Timeline standing={standing} states={states} chosen={chosen} onChoose={choose} />}
            {tab === "journal" && <Journal entries={entries} />}
            {tab === "effects" && <Effects effects={detail.effects} />}
            {tab === "plan" && <PlanText plan={detail.plan} />}
          </div>
        </section>
        <Inspector standing={standing} states={states} chosen={chosen} effects={detail.effects} />
      </div>
    </div>
  );
}

function RunTabs({ tab, counts }: { tab: TabName; counts: Partial<Record<TabName, number>> }) {
  const { say } = useWords();
  const tabs = tabNames.map((name): Tab<TabName> => {
    const count = counts[name];
    return { name, text: say(`run.tab.${name}`), ...(count !== undefined && { count }) };
  });
  return <Tabs label={say("run.tabs")} tabs={tabs} chosen={tab} onChoose={(name) => changeQuery({ tab: name })} />;
}

function PlanText({ plan }: { plan: RunDetail["plan"] }) {
  const { say } = useWords();
  return (
    <div className="plan-text" style={{ height: sheetHeight }}>
      <JsonView value={plan} label={say("run.tab.plan")} />
    </div>
  );
}
