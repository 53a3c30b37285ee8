import type { SavedPlanRow } from "../../../../src/contracts/api/plans.ts";
import type { PageProps } from "../../app/page-props.ts";
import { hrefTo } from "../../app/router.ts";
import { Icon } from "../../design/icon.tsx";
import { EmptyState, LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { PageFrame } from "../../design/page.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import "../agents/agents.css";
import { PlanCard } from "./plan-card.tsx";

/** `#/plans` and `#/plans/<name>`. */
export default function PlansPage({ path: [name] }: PageProps) {
  const { t } = useI18n();
  const list = useQuery(["listPlans"], (signal) => api.listPlans({ query: { limit: 200 }, signal }));
  return (
    <PageFrame title={t("nav.plans")} text={t("plans.text")}>
      <LoadState query={list} skeleton={<SkeletonLines count={5} height={56} />}>
        {({ plans }) =>
          plans.length === 0 && name === undefined ? (
            <div className="card">
              <EmptyState icon="play" title={t("plans.empty")} text={t("plans.empty.hint")} />
            </div>
          ) : (
            <div className={`panes ${name === undefined ? "at-list" : "at-item"}`}>
              <div className="pane-list">
                <List plans={plans} chosen={name} />
              </div>
              <div className="pane-item">
                <a className="back phone-only" href="#/plans">
                  <Icon name="back" size={15} />
                  {t("nav.plans")}
                </a>
                {name !== undefined && <PlanCard key={name} name={name} onSaved={list.reload} />}
              </div>
            </div>
          )
        }
      </LoadState>
    </PageFrame>
  );
}

function List({ plans, chosen }: { plans: readonly SavedPlanRow[]; chosen: string | undefined }) {
  const { t } = useI18n();
  return (
    <ul className="card agent-list" aria-label={t("nav.plans")}>
      {plans.map(({ name, description, version, steps }) => (
        <li key={name}>
          <a href={hrefTo(["plans", name])} aria-current={name === chosen ? "true" : undefined}>
            <span className="grow">
              <b className="clip">{name}</b>
              <span className="small quiet clip">{description}</span>
            </span>
            <span className="small quiet">
              {t("plans.version", { n: version })} · {t("plans.steps", { n: steps })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
