import type { ActionPlan } from "../../../../src/contracts/actions/plan.ts";
import { Badge } from "../../design/badge.tsx";
import { Icon } from "../../design/icon.tsx";
import { Meter } from "../../design/meter.tsx";
import { useI18n } from "../../i18n/i18n.ts";

/** The records an action plan is about, and its risks. */
export function ActionFacts({ plan }: { plan: ActionPlan }) {
  const { t } = useI18n();
  return (
    <section className="card" aria-labelledby="about-title">
      <header>
        <h2 id="about-title">{plan.summary}</h2>
        <Badge tone={plan.intent === "mutate" ? "warn" : "idle"} icon={plan.intent === "mutate" ? "write" : "read"}>
          {t(`ask.intent.${plan.intent}`)}
        </Badge>
      </header>
      <div className="body stack" hidden={plan.entities.length + plan.risks.length === 0}>
        {plan.entities.map((entity) => (
          <Entity key={entity.kind + entity.query} entity={entity} />
        ))}
        {plan.risks.map(({ kind, details }) => (
          <p key={kind + details} className="row small">
            <Badge tone={kind === "destructive" ? "bad" : "warn"} icon="warning">
              {t(`draft.risk.${kind}`)}
            </Badge>
            <span className="quiet">{details}</span>
          </p>
        ))}
      </div>
    </section>
  );
}

const shownCandidates = 8;

function Entity({ entity }: { entity: ActionPlan["entities"][number] }) {
  const { t } = useI18n();
  const { kind, query, candidates, selected_id: selected, confidence } = entity;
  const percent = Math.round(confidence * 100);
  return (
    <div className="stack tight">
      <div className="row spread">
        <span>
          <q>{query}</q> <span className="faint small">{kind}</span>
        </span>
        <span className="confidence small">
          <Meter label={t("ask.confidence")} value={percent} most={100} />
          <b className="tabular">{percent} %</b>
        </span>
      </div>
      <ul className="stack tight small">
        {candidates.slice(0, shownCandidates).map(({ id, name, subtitle }) => (
          <li key={id} className="row">
            <Icon
              name={id === selected ? "check" : "dot"}
              size={14}
              className={id === selected ? "tone-ok" : "tone-idle"}
            />
            <b>{name}</b> <span className="quiet">{subtitle}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
