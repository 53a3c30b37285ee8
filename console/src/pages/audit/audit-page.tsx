import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditPage as Page } from "../../../../src/contracts/api/audit.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { EmptyState, ErrorState, SkeletonLines } from "../../design/load-state.tsx";
import { PageFrame } from "../../design/page.tsx";
import { When } from "../../design/when.tsx";
import { isTextKey, useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { toolTitle } from "../../plan/step-title.ts";

/** Who did what, newest first. */
export default function AuditPage() {
  const { t } = useI18n();
  const log = useInfiniteQuery({
    queryKey: ["listAudit"],
    queryFn: ({ pageParam, signal }) =>
      api.listAudit({ query: { limit: 100, ...(pageParam !== undefined && { cursor: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    getNextPageParam: ({ next_cursor }: Page) => next_cursor ?? undefined,
  });
  const entries = log.data?.pages.flatMap((page) => page.entries);
  return (
    <PageFrame title={t("nav.audit")} text={t("audit.text")}>
      {entries === undefined && log.error === null && <SkeletonLines count={8} height={36} />}
      {log.error !== null && <ErrorState error={log.error} onAgain={() => void log.refetch()} />}
      {entries?.length === 0 && <EmptyState icon="shield" title={t("audit.empty")} />}
      {entries !== undefined && entries.length > 0 && (
        <div className="card table-frame" tabIndex={0} role="region" aria-label={t("nav.audit")}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t("audit.when")}</th>
                <th scope="col">{t("audit.who")}</th>
                <th scope="col">{t("audit.what")}</th>
                <th scope="col">{t("audit.outcome")}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map(({ at, principal, action, subjects, outcome, reason, request_id: id }) => (
                <tr key={id + action}>
                  <td>
                    <When at={at} />
                  </td>
                  <td>{principal}</td>
                  <td title={subjects.join(", ")}>
                    {toolTitle(action)}
                    {reason !== null && <span className="small quiet"> · {reason}</span>}
                  </td>
                  <td>
                    <Outcome outcome={outcome} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {log.hasNextPage && <Button onClick={() => void log.fetchNextPage()}>{t("audit.more")}</Button>}
    </PageFrame>
  );
}

function Outcome({ outcome }: { outcome: string }) {
  const { t } = useI18n();
  const key = `error.${outcome}`;
  const isDone = outcome === "done" || outcome === "repeated";
  return (
    <Badge tone={isDone ? "ok" : "bad"} icon={isDone ? "check" : "cross"}>
      {isDone ? t(`audit.${outcome}`) : isTextKey(key) ? t(key) : outcome}
    </Badge>
  );
}
