import { useCallback } from "react";
import type { AgentDetail } from "../../../../src/contracts/api/agents.ts";
import { changeQuery, usePlace } from "../../app/router.ts";
import { Async, BoneLines } from "../../design/async.tsx";
import { Button } from "../../design/button.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { Tabs, tabPanel } from "../../design/tabs.tsx";
import { toast } from "../../design/toast.tsx";
import { api } from "../../live/api.ts";
import { useDoing } from "../../live/use-doing.ts";
import { useLoad } from "../../live/use-load.ts";
import { useWords } from "../../words/words.ts";
import { AgentBadge } from "./agent-badge.tsx";
import { AgentRuns } from "./agent-runs.tsx";
import { Decisions } from "./decisions.tsx";
import { Overview } from "./overview.tsx";
import { ProfileForm } from "./profile-form.tsx";

const tabNames = ["overview", "decisions", "runs", "profile"] as const;

export function AgentCard({ id, onChanged }: { id: string; onChanged: () => void }) {
  const { say } = useWords();
  const detail = useLoad((signal) => api.getAgent({ params: { id }, signal }), [id], { on: ["agent"] });
  const { query } = usePlace();
  const tab = tabNames.find((name) => name === query.get("tab")) ?? "overview";
  const { reload } = detail;
  const changed = useCallback(() => {
    reload();
    onChanged();
  }, [reload, onChanged]);
  const tabs = tabNames.map((name) => ({ name, text: say(`agents.tab.${name}`) }));
  return (
    <Async of={detail} bones={<BoneLines count={8} height={34} />}>
      {(value) => (
        <article className="card" aria-labelledby="agent-title">
          <Head detail={value} onChanged={changed} />
          <div className="agent-tabs">
            <Tabs label={say("agents.tabs")} tabs={tabs} chosen={tab} onChoose={(name) => changeQuery({ tab: name })} />
          </div>
          <div className="body" {...tabPanel(tab)}>
            {tab === "overview" && <Overview detail={value} />}
            {tab === "decisions" && <Decisions id={id} />}
            {tab === "runs" && <AgentRuns id={id} />}
            {tab === "profile" && <ProfileForm detail={value} onSaved={changed} />}
          </div>
        </article>
      )}
    </Async>
  );
}

function Head({ detail: { agent, profile }, onChanged }: { detail: AgentDetail; onChanged: () => void }) {
  const { say } = useWords();
  const params = { id: agent.id };
  const act = useDoing(
    useCallback(
      async (what: "enable" | "disable" | "once") => {
        if (what === "enable") await api.enableAgent({ params, body: {} });
        else if (what === "disable") await api.disableAgent({ params, body: {} });
        else {
          const { status } = await api.runAgentOnce({ params, body: {} });
          toast(say("agents.started", { status: say(`agents.run.${status}`) }));
        }
        onChanged();
      },
      [agent.id, say, onChanged],
    ),
  );
  return (
    <header>
      <div className="grow stack tight">
        <span className="row">
          <AgentBadge agent={agent} />
          <span className="small quiet">
            {say("agents.autonomy", { n: agent.autonomy_level })}: {say(`agents.autonomy.${agent.autonomy_level}`)}
          </span>
        </span>
        <h2 id="agent-title">{agent.id}</h2>
        <p className="quiet">{profile.description}</p>
        <ProblemNotice error={act.error} />
      </div>
      <div className="row">
        <Button kind="primary" icon="play" disabled={act.busy} onClick={() => act.start("once")}>
          {say("agents.once")}
        </Button>
        <Button icon="pause" disabled={act.busy} onClick={() => act.start(agent.enabled ? "disable" : "enable")}>
          {say(agent.enabled ? "agents.disable" : "agents.enable")}
        </Button>
      </div>
    </header>
  );
}
