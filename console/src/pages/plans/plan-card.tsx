import { useCallback, useMemo, useState } from "react";
import type { SavedPlan } from "../../../../src/contracts/api/plans.ts";
import { setQuery, useRoute } from "../../app/router.ts";
import { Button } from "../../design/button.tsx";
import { EmptyState, LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { Tabs, tabPanel } from "../../design/tabs.tsx";
import { When } from "../../design/when.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { DifferenceList } from "../../plan/difference-list.tsx";
import { Graph } from "../../plan/graph.tsx";
import { JsonView } from "../../plan/json-view.tsx";
import { shownSteps } from "../../plan/shown-step.ts";
import { effectOf, useTools } from "../../plan/use-tools.ts";
import "../runs/runs.css";
import { Parameters } from "./parameters.tsx";
import { PlanRules } from "./plan-rules.tsx";
import { RunPlanDialog } from "./run-plan.tsx";

const tabNames = ["plan", "parameters", "rules", "changes", "json"] as const;

/** One saved plan: its latest version, or the one that the address names. */
export function PlanCard({ name, onSaved }: { name: string; onSaved: () => void }) {
  const { t } = useI18n();
  const { query } = useRoute();
  const shown = Number(query.get("version") ?? 0);
  const latest = useQuery(["getPlan", name], (signal) => api.getPlan({ params: { name }, query: {}, signal }));
  const found = useQuery(["getPlan", name, shown], (signal) =>
    api.getPlan({ params: { name }, query: shown === 0 ? {} : { version: shown }, signal }),
  );
  const tab = tabNames.find((one) => one === query.get("tab")) ?? "plan";
  const tabs = tabNames.map((one) => ({ name: one, text: t(`plans.tab.${one}`) }));
  const { reload } = latest;
  const { reload: reloadShown } = found;
  const saved = useCallback(() => {
    setQuery({ version: undefined });
    reload();
    reloadShown();
    onSaved();
  }, [reload, reloadShown, onSaved]);
  return (
    <LoadState query={found} skeleton={<SkeletonLines count={8} height={34} />}>
      {(plan) => (
        <article className="card" aria-labelledby="plan-title">
          <Head plan={plan} latest={latest.value?.version ?? plan.version} />
          <div className="agent-tabs">
            <Tabs label={t("plans.tabs")} tabs={tabs} chosen={tab} onChoose={(one) => setQuery({ tab: one })} />
          </div>
          <div className="body" {...tabPanel(tab)}>
            {tab === "plan" && <PlanGraph plan={plan} />}
            {tab === "parameters" && <Parameters plan={plan} onSaved={saved} />}
            {tab === "rules" && <PlanRules plan={plan} onSaved={saved} />}
            {tab === "changes" && <Changes plan={plan} />}
            {tab === "json" && <JsonView value={plan.plan} label={t("plans.tab.json")} />}
          </div>
        </article>
      )}
    </LoadState>
  );
}

function Head({ plan, latest }: { plan: SavedPlan; latest: number }) {
  const { t } = useI18n();
  const [isRunning, setRunning] = useState(false);
  const { name, version, owner, description, saved_by: who, saved_at: at } = plan;
  return (
    <header>
      <div className="grow stack tight">
        <h2 id="plan-title">{name}</h2>
        {description !== "" && <p className="quiet">{description}</p>}
        <p className="small quiet">
          {t("plans.owner")}: {owner} · {t("plans.saved")}: {who}, <When at={at} />
        </p>
      </div>
      <div className="row">
        <select
          className="select"
          aria-label={t("plans.version", { n: version })}
          value={version}
          onChange={({ target }) => setQuery({ version: target.value })}
        >
          {Array.from({ length: latest }, (_, before) => latest - before).map((n) => (
            <option key={n} value={n}>
              {t("plans.version", { n })}
            </option>
          ))}
        </select>
        <Button kind="primary" icon="play" onClick={() => setRunning(true)}>
          {t("plans.run")}
        </Button>
      </div>
      {isRunning && <RunPlanDialog plan={plan} onClose={() => setRunning(false)} />}
    </header>
  );
}

function PlanGraph({ plan: { plan } }: { plan: SavedPlan }) {
  const tools = useTools();
  const steps = useMemo(() => shownSteps(plan), [plan]);
  const effects = useMemo(() => new Map(steps.map((step) => [step.id, effectOf(step, tools)])), [steps, tools]);
  return <Graph height="22rem" steps={steps} effects={effects} />;
}

/** What this version changed. */
function Changes({ plan: { name, version } }: { plan: SavedPlan }) {
  const { t } = useI18n();
  if (version === 1) return <p className="quiet">{t("plans.first")}</p>;
  return <Differences name={name} from={version - 1} to={version} />;
}

function Differences({ name, from, to }: { name: string; from: number; to: number }) {
  const { t } = useI18n();
  const diff = useQuery(["diffPlan", name, from, to], (signal) =>
    api.diffPlan({ params: { name }, query: { from, to }, signal }),
  );
  return (
    <LoadState query={diff} skeleton={<SkeletonLines count={3} height={40} />}>
      {({ differences }) => (
        <div className="stack">
          <h3>{t("plans.changed", { n: from })}</h3>
          {differences.length === 0 && <EmptyState icon="check" title={t("plans.same")} />}
          <DifferenceList
            differences={differences}
            before={t("plans.version", { n: from })}
            after={t("plans.version", { n: to })}
          />
        </div>
      )}
    </LoadState>
  );
}
