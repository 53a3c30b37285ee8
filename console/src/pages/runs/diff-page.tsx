import type { RunDiff } from "../../../../src/contracts/api/run.ts";
import { hrefTo } from "../../app/router.ts";
import { LoadState, SkeletonLines, EmptyState } from "../../design/load-state.tsx";
import { Badge } from "../../design/badge.tsx";
import { PageFrame } from "../../design/page.tsx";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { JsonView } from "../../plan/json-view.tsx";
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
            <Differences differences={differences} id={id} other={other} />
          )
        }
      </LoadState>
    </PageFrame>
  );
}

type Props = { differences: RunDiff["differences"]; id: string; other: string };

/** A limit for the page; the API returns all differences. */
const maxShown = 200;

function Differences({ differences, id, other }: Props) {
  const { t } = useI18n();
  return (
    <>
      <h2>{t("run.compare.count", { n: differences.length })}</h2>
      <ul className="stack">
        {differences.slice(0, maxShown).map(({ part, kind, pointer, before, after }) => (
          <li key={part + kind + pointer} className="card">
            <header>
              <code>{pointer === "" ? "/" : pointer}</code>
              <span className="row">
                <Badge tone={kind === "removed" ? "bad" : kind === "added" ? "ok" : "warn"}>
                  {t(`run.diff.${kind}`)}
                </Badge>
                <span className="small faint">{t(`run.compare.${part}`)}</span>
              </span>
            </header>
            <div className="body sides">
              <Side title={t("run.compare.before", { id: id.slice(0, 13) })} value={before} />
              <Side title={t("run.compare.after", { id: other.slice(0, 13) })} value={after} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Side({ title, value }: { title: string; value: unknown }) {
  return (
    <div className="stack tight">
      <h3 className="small faint">{title}</h3>
      {value === undefined ? <p className="faint">—</p> : <JsonView value={value} label={title} />}
    </div>
  );
}
