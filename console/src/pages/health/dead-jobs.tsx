import { useCallback } from "react";
import type { DeadJobView } from "../../../../src/contracts/api/jobs.ts";
import { Button } from "../../design/button.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { toast } from "../../design/toast.tsx";
import { When } from "../../design/when.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { useQuery } from "../../live/use-query.ts";

/** Jobs that failed too often, each with a button that runs it again. Hidden while there are none. */
export function DeadJobs() {
  const { t } = useI18n();
  const dead = useQuery(["deadJobs"], (signal) => api.listDeadJobs({ signal }), { everyMs: 15_000 });
  const revive = useMutation(
    useCallback(
      async ({ queue, key }: DeadJobView) => {
        const { revived } = await api.reviveJob({ body: { queue, key } });
        toast(t(revived ? "health.dead.revived" : "health.dead.gone"));
        dead.reload();
      },
      [dead, t],
    ),
  );
  const jobs = dead.value?.jobs ?? [];
  if (jobs.length === 0) return null;
  return (
    <section className="card" aria-labelledby="dead-title">
      <header>
        <h2 id="dead-title">{t("health.dead")}</h2>
      </header>
      <div className="body stack">
        <p className="quiet">{t("health.dead.text")}</p>
        <ProblemNotice error={revive.error} />
        <div className="table-frame" tabIndex={0} role="region" aria-label={t("health.dead")}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t("health.dead.since")}</th>
                <th scope="col">{t("health.dead.job")}</th>
                <th scope="col">{t("health.dead.error")}</th>
                <th scope="col">{t("health.dead.failures")}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <tr key={`${job.queue} ${job.key}`}>
                  <td>
                    <When at={job.dead_at} />
                  </td>
                  <td title={job.key}>{job.queue}</td>
                  <td>{job.error}</td>
                  <td className="tabular">{job.failures}</td>
                  <td>
                    <Button icon="repeat" disabled={revive.busy} onClick={() => revive.start(job)}>
                      {t("health.dead.revive")}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}
