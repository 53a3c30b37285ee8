import { useState } from "react";
import type { AgentRunView } from "../../../../src/contracts/api/agents.ts";
import { Async, BoneLines, Empty } from "../../design/async.tsx";
import { Badge, type Tone } from "../../design/badge.tsx";
import type { IconName } from "../../design/icon.tsx";
import { lasting, moment } from "../../design/time.ts";
import { api } from "../../live/api.ts";
import { useLoad } from "../../live/use-load.ts";
import { useWords } from "../../words/words.ts";
import { Turns } from "./turns.tsx";

const looks = {
  success: { tone: "ok", icon: "check" },
  error: { tone: "bad", icon: "cross" },
  timeout: { tone: "warn", icon: "clock" },
  running: { tone: "run", icon: "ring" },
} as const satisfies Record<AgentRunView["status"], { tone: Tone; icon: IconName }>;

export function AgentRuns({ id }: { id: string }) {
  const { say } = useWords();
  const page = useLoad((signal) => api.listAgentRuns({ params: { id }, query: { limit: 50 }, signal }), [id], {
    on: ["agent"],
  });
  const [open, setOpen] = useState<string>();
  return (
    <Async of={page} bones={<BoneLines count={5} height={48} />}>
      {({ runs }) =>
        runs.length === 0 ? (
          <Empty icon="runs" title={say("agents.runs.empty")} />
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
    </Async>
  );
}

function RunLine({ run, isOpen, onToggle }: { run: AgentRunView; isOpen: boolean; onToggle: () => void }) {
  const { say, language } = useWords();
  const isOver = run.status !== "running";
  return (
    <button type="button" className="agent-run" aria-expanded={isOpen} disabled={!isOver} onClick={onToggle}>
      <Badge {...looks[run.status]}>{say(`agents.run.${run.status}`)}</Badge>
      <span className="grow">
        <span className="clip">
          {isOver ? run.result_summary.final_answer_excerpt || run.goal.description : run.run_id}
        </span>
        <span className="small faint tabular">
          {moment(run.started_at, language)}
          {isOver && ` · ${lasting(run.usage.duration_ms, language)} · `}
          {isOver &&
            say("agents.usage", {
              steps: run.usage.planner_steps,
              tokens: run.usage.tokens_reason + run.usage.tokens_answer,
            })}
          {"error" in run && run.error !== undefined && ` · ${run.error.message}`}
        </span>
      </span>
    </button>
  );
}
