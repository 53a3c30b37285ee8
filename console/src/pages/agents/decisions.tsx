import type { DecisionView } from "../../../../src/contracts/api/agents.ts";
import { LoadState, SkeletonLines, EmptyState } from "../../design/load-state.tsx";
import { Badge, type Tone } from "../../design/badge.tsx";
import type { IconName } from "../../design/icon.tsx";
import { formatDateTime } from "../../design/time.ts";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { useI18n } from "../../i18n/i18n.ts";

const styles = {
  fired: { tone: "ok", icon: "play" },
  skipped: { tone: "warn", icon: "skip" },
  missed: { tone: "bad", icon: "clock" },
  deduplicated: { tone: "idle", icon: "check" },
  queued: { tone: "run", icon: "clock" },
} as const satisfies Record<DecisionView["outcome"], { tone: Tone; icon: IconName }>;

/** Every evaluation of a trigger with its outcome and reason. */
export function Decisions({ id }: { id: string }) {
  const { t } = useI18n();
  const page = useQuery((signal) => api.listDecisions({ params: { id }, query: { limit: 100 }, signal }), [id], {
    on: ["agent"],
  });
  return (
    <LoadState query={page} skeleton={<SkeletonLines count={6} height={40} />}>
      {({ decisions }) =>
        decisions.length === 0 ? (
          <EmptyState icon="clock" title={t("agents.decisions.empty")} />
        ) : (
          <ol className="decisions">
            {decisions.map((decision) => (
              <Decision key={decision.decision_id} decision={decision} />
            ))}
          </ol>
        )
      }
    </LoadState>
  );
}

function Decision({ decision }: { decision: DecisionView }) {
  const { t, language } = useI18n();
  const { outcome, at, says, trigger, forced } = decision;
  return (
    <li className={`decision ${styles[outcome].tone}`}>
      <div className="row">
        <Badge {...styles[outcome]}>{t(`agents.outcome.${outcome}`)}</Badge>
        <time className="small faint tabular" dateTime={at}>
          {formatDateTime(at, language)}
        </time>
        {forced && <Badge tone="warn">{t("agents.forced")}</Badge>}
        <code className="small faint">{trigger}</code>
      </div>
      <p>{says}</p>
    </li>
  );
}
