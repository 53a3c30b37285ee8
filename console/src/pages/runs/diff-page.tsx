import { hrefTo } from "../../app/router.ts";
import { LoadState, SkeletonLines, EmptyState } from "../../design/load-state.tsx";
import { PageFrame } from "../../design/page.tsx";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { DifferenceList } from "../../plan/difference-list.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import "./runs.css";

export default function DiffPage({ id, other }: { id: string; other: string }) {
  const { t } = useI18n();
  const diff = useQuery(["diffRuns", id, other], (signal) => api.diffRuns({ params: { id, other }, signal }));
  return (
    <PageFrame title={t("run.compare.title")}>
      <p className="row">
        <a className="mono" href={hrefTo(["runs", id])}>
          {id}
        </a>
        <span aria-hidden="true">→</span>
        <a className="mono" href={hrefTo(["runs", other])}>
          {other}
        </a>
      </p>
      <LoadState query={diff} skeleton={<SkeletonLines count={6} height={40} />}>
        {({ differences }) =>
          differences.length === 0 ? (
            <div className="card">
              <EmptyState icon="check" title={t("run.compare.same")} />
            </div>
          ) : (
            <>
              <h2>{t("run.compare.count", { n: differences.length })}</h2>
              <DifferenceList
                differences={differences}
                before={t("run.compare.before", { id: id.slice(0, 13) })}
                after={t("run.compare.after", { id: other.slice(0, 13) })}
                note={({ part }) => t(`run.compare.${part}`)}
              />
            </>
          )
        }
      </LoadState>
    </PageFrame>
  );
}
