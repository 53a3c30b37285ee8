import { useCallback } from "react";
import type { AgentDetail } from "../../../../src/contracts/api/agents.ts";
import { setQuery, useRoute } from "../../app/router.ts";
import { LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { Button } from "../../design/button.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { Tabs, tabPanel } from "../../design/tabs.tsx";
import { toast } from "../../design/toast.tsx";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { useQuery } from "../../live/use-query.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { AgentBadge } from "./agent-badge.tsx";
import { AgentRuns } from "./agent-runs.tsx";
import { Decisions } from "./decisions.tsx";
import { Overview } from "./overview.tsx";
import { PauseControl } from "./pause-control.tsx";
import { ProfileForm } from "./profile-form.tsx";

const tabNames = ["overview", "decisions", "runs", "profile"] as const;

export function AgentCard({ id, onChanged }: { id: string; onChanged: () => void }) {
  const { t } = useI18n();
  const detail = useQuery(["getAgent", id], (signal) => api.getAgent({ params: { id }, signal }), { on: ["agent"] });
  const { query } = useRoute();
  const tab = tabNames.find((name) => name === query.get("tab")) ?? "overview";
  const { reload } = detail;
  const changed = useCallback(() => {
    reload();
    onChanged();
  }, [reload, onChanged]);
  const tabs = tabNames.map((name) => ({ name, text: t(`agents.tab.${name}`) }));
  return (
    <LoadState query={detail} skeleton={<SkeletonLines count={8} height={34} />}>
      {(value) => (
        <article className="card" aria-labelledby="agent-title">
          <Head detail={value} onChanged={changed} />
          <div className="agent-tabs">
            <Tabs label={t("agents.tabs")} tabs={tabs} chosen={tab} onChoose={(name) => setQuery({ tab: name })} />
          </div>
          <div className="body" {...tabPanel(tab)}>
            {tab === "overview" && <Overview detail={value} />}
            {tab === "decisions" && <Decisions id={id} />}
            {tab === "runs" && <AgentRuns id={id} />}
            {tab === "profile" && <ProfileForm detail={value} onSaved={changed} />}
          </div>
        </article>
      )}
    </LoadState>
  );
}

function Head({ detail: { agent, profile, pause }, onChanged }: { detail: AgentDetail; onChanged: () => void }) {
  const { t } = useI18n();
  const act = useMutation(
    useCallback(async () => {
      const { status } = await api.runAgentOnce({ params: { id: agent.id }, body: {} });
      toast(t("agents.started", { status: t(`agents.run.${status}`) }));
      onChanged();
    }, [agent.id, t, onChanged]),
  );
  return (
    <header>
      <div className="grow stack tight">
        <span className="row">
          <AgentBadge agent={agent} />
          <span className="small quiet">
            {t("agents.autonomy", { n: agent.autonomy_level })}: {t(`agents.autonomy.${agent.autonomy_level}`)}
          </span>
        </span>
        <h2 id="agent-title">{agent.id}</h2>
        <p className="quiet">{profile.description}</p>
        <ProblemNotice error={act.error} />
      </div>
      <div className="row">
        <Button kind="primary" icon="play" disabled={act.busy} onClick={() => act.start()}>
          {t("agents.once")}
        </Button>
        <PauseControl id={agent.id} isEnabled={agent.enabled} pause={pause} onChanged={onChanged} />
      </div>
    </header>
  );
}
