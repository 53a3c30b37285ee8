import type { DecisionView } from "../../../../src/contracts/api/agents.ts";
import { hrefTo } from "../../app/router.ts";
import { Badge, type Tone } from "../../design/badge.tsx";
import { Details } from "../../design/details.tsx";
import type { IconName } from "../../design/icon.tsx";
import { EmptyState, LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { useNow } from "../../design/use-now.ts";
import { When } from "../../design/when.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { decisionText } from "./decision-text.ts";

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
  const page = useQuery(
    ["listDecisions", id],
    (signal) => api.listDecisions({ params: { id }, query: { limit: 100 }, signal }),
    { on: ["agent"] },
  );
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
  const now = useNow(1000);
  const { outcome, at, says, trigger, slot, forced, run_id: run, agent_id: agent } = decision;
  return (
    <li className={`decision ${styles[outcome].tone}`}>
      <div className="row">
        <Badge {...styles[outcome]}>{t(`agents.outcome.${outcome}`)}</Badge>
        <span className="small faint">
          <When at={at} />
        </span>
        {forced && <Badge tone="warn">{t("agents.forced")}</Badge>}
        {run !== null && (
          <a className="small" href={hrefTo(["agents", "of", agent], { tab: "runs" })}>
            {t("inbox.run")}
          </a>
        )}
      </div>
      <p>{decisionText(decision, now, { t, language })}</p>
      <Details
        rows={[
          ["trigger", trigger],
          ["slot", slot],
          ["run_id", run],
          ["record", says],
        ]}
      />
    </li>
  );
}
