import { useState } from "react";
import type { AgentRunView } from "../../../../src/contracts/api/agents.ts";
import type { RunOutcome } from "../../../../src/contracts/react/agent-run.ts";
import { LoadState, SkeletonLines, EmptyState } from "../../design/load-state.tsx";
import { Badge, type Tone } from "../../design/badge.tsx";
import type { IconName } from "../../design/icon.tsx";
import { formatDuration, formatDateTime } from "../../design/time.ts";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Turns } from "./turns.tsx";

const styles = {
  success: { tone: "ok", icon: "check" },
  error: { tone: "bad", icon: "cross" },
  timeout: { tone: "warn", icon: "clock" },
  running: { tone: "run", icon: "ring" },
  asked: { tone: "warn", icon: "clock" },
  awaits_approval: { tone: "warn", icon: "clock" },
} as const satisfies Record<RunBadge, { tone: Tone; icon: IconName }>;

type RunBadge = AgentRunView["status"] | Exclude<RunOutcome, "answered">;

/** A run that ended in a question, or with a call that nobody has approved yet, is not a success for its owner. */
function badgeOf(run: AgentRunView): RunBadge {
  const outcome = run.status === "running" ? undefined : run.result_summary.outcome;
  return outcome === undefined || outcome === "answered" ? run.status : outcome;
}

export function AgentRuns({ id }: { id: string }) {
  const { t } = useI18n();
  const page = useQuery(
    ["listAgentRuns", id],
    (signal) => api.listAgentRuns({ params: { id }, query: { limit: 50 }, signal }),
    {
      on: ["agent"],
    },
  );
  const [open, setOpen] = useState<string>();
  return (
    <LoadState query={page} skeleton={<SkeletonLines count={5} height={48} />}>
      {({ runs }) =>
        runs.length === 0 ? (
          <EmptyState icon="runs" title={t("agents.runs.empty")} />
        ) : (
          <ol className="agent-runs">
            {runs.map((run) => (
              <li key={run.run_id}>
                <RunLine
                  run={run}
                  isOpen={run.run_id === open}
                  onToggle={() => setOpen(run.run_id === open ? undefined : run.run_id)}
                />
                {run.run_id === open && run.status !== "running" && <Turns trace={run.trace ?? []} />}
              </li>
            ))}
          </ol>
        )
      }
    </LoadState>
  );
}

function RunLine({ run, isOpen, onToggle }: { run: AgentRunView; isOpen: boolean; onToggle: () => void }) {
  const { t, language } = useI18n();
  const isOver = run.status !== "running";
  return (
    <button type="button" className="agent-run" aria-expanded={isOpen} disabled={!isOver} onClick={onToggle}>
      <Badge {...styles[badgeOf(run)]}>{t(`agents.run.${badgeOf(run)}`)}</Badge>
      <span className="grow">
        <span className="clip">
          {isOver ? run.result_summary.final_answer_excerpt || run.goal.description : t("agents.run.running")}
        </span>
        <span className="small faint tabular">
          {formatDateTime(run.started_at, language)}
          {isOver && ` · ${formatDuration(run.usage.duration_ms, language)} · `}
          {isOver &&
            t("agents.usage", {
              steps: run.usage.planner_steps,
              tokens: run.usage.tokens_reason + run.usage.tokens_answer,
            })}
          {isOver &&
            (run.result_summary.outputs ?? []).map(
              ({ output, state, detail }) => ` · ${output}: ${state}${detail === undefined ? "" : ` (${detail})`}`,
            )}
          {"error" in run && run.error !== undefined && ` · ${run.error.message}`}
        </span>
      </span>
    </button>
  );
}
