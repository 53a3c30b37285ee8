import type { AgentStatus } from "../../../../src/contracts/react/agent-run.ts";
import type { PageProps } from "../../app/page-props.ts";
import { hrefTo } from "../../app/router.ts";
import { LoadState, SkeletonLines, EmptyState } from "../../design/load-state.tsx";
import { Code } from "../../design/code.tsx";
import { Icon } from "../../design/icon.tsx";
import { PageFrame } from "../../design/page.tsx";
import { formatRelative } from "../../design/time.ts";
import { useNow } from "../../design/use-now.ts";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { AgentBadge } from "./agent-badge.tsx";
import { AgentCard } from "./agent-card.tsx";
import "./agents.css";
import { NewAgent } from "./new-agent.tsx";
import { Notices } from "./notices.tsx";

/** `#/agents`, `#/agents/of/<id>` and `#/agents/new`. */
export default function AgentsPage({ path: [part, id] }: PageProps) {
  const { t } = useI18n();
  const agents = useQuery(["listAgents"], (signal) => api.listAgents({ signal }), { on: ["agent"] });
  const actions = (
    <a className="button" href="#/agents/new">
      {t("agents.new")}
    </a>
  );
  return (
    <PageFrame title={t("nav.agents")} text={t("agents.text")} actions={actions}>
      <Faults />
      <Notices />
      <LoadState query={agents} skeleton={<SkeletonLines count={6} height={56} />}>
        {({ agents: list }) => (
          <div className={`panes ${part === undefined ? "at-list" : "at-item"}`}>
            <div className="pane-list">
              <List agents={list} chosen={id} />
            </div>
            <div className="pane-item">
              <a className="back phone-only" href="#/agents">
                <Icon name="back" size={15} />
                {t("nav.agents")}
              </a>
              {part === "new" && <NewAgent onMade={agents.reload} />}
              {part === "of" && id !== undefined && <AgentCard key={id} id={id} onChanged={agents.reload} />}
              {part === undefined && list.length > 0 && (
                <div className="card">
                  <EmptyState icon="agents" title={t("agents.choose")} />
                </div>
              )}
            </div>
          </div>
        )}
      </LoadState>
    </PageFrame>
  );
}

function List({ agents, chosen }: { agents: readonly AgentStatus[]; chosen: string | undefined }) {
  const { t, language } = useI18n();
  const now = useNow(5000);
  if (agents.length === 0)
    return (
      <div className="card">
        <EmptyState icon="agents" title={t("agents.empty")}>
          <p>
            <Code>{t("agents.empty.text")}</Code>
          </p>
        </EmptyState>
      </div>
    );
  return (
    <ul className="card agent-list" aria-label={t("agents.list")}>
      {agents.map((agent) => (
        <li key={agent.id}>
          <a href={hrefTo(["agents", "of", agent.id])} aria-current={agent.id === chosen ? "true" : undefined}>
            <span className="grow">
              <b className="clip">{agent.id}</b>
              <span className="small quiet clip">
                {agent.last_run === null
                  ? t("agents.never")
                  : t("agents.last", { time: formatRelative(agent.last_run, now, language) })}
              </span>
            </span>
            <AgentBadge agent={agent} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Faults() {
  const { t } = useI18n();
  const faults =
    useQuery(["listProfileFaults"], (signal) => api.listProfileFaults({ signal }), { everyMs: 10_000 }).value?.faults ??
    [];
  if (faults.length === 0) return null;
  return (
    <section className="notice warn" aria-label={t("agents.faults")}>
      <Icon name="warning" />
      <div className="stack tight">
        <b>{t("agents.faults")}</b>
        {faults.map(({ file, messages }) => (
          <div key={file} className="small">
            <code>{file}</code>
            <ul>
              {messages.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
