import { useState } from "react";
import type { RunView } from "../../../../src/contracts/api/run.ts";
import { navigate } from "../../app/router.ts";
import { LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { formatTime } from "../../design/time.ts";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { useI18n } from "../../i18n/i18n.ts";

/** Selects the run to compare with; preselects the origin. */
export function CompareDialog({ run, onClose }: { run: RunView; onClose: () => void }) {
  const { t, language } = useI18n();
  const [other, setOther] = useState(run.origin.run_id ?? "");
  const list = useQuery((signal) => api.listRuns({ query: { limit: 200 }, signal }), []);
  return (
    <Dialog title={t("run.compare")} onClose={onClose}>
      <LoadState query={list} skeleton={<SkeletonLines count={2} />}>
        {({ runs }) => (
          <label className="field">
            <span>{t("run.compare.pick")}</span>
            <select className="select" value={other} onChange={({ target }) => setOther(target.value)}>
              <option value="" />
              {runs
                .filter(({ run_id: id }) => id !== run.run_id)
                .map(({ run_id: id, summary, status, created_at: at }) => (
                  <option key={id} value={id}>
                    {`${formatTime(at, language)} · ${t(`status.${status}`)} · ${summary.slice(0, 70)}`}
                  </option>
                ))}
            </select>
          </label>
        )}
      </LoadState>
      <div className="row">
        <Button kind="primary" disabled={other === ""} onClick={() => navigate(["runs", run.run_id, "diff", other])}>
          {t("run.replay.start")}
        </Button>
        <Button onClick={onClose}>{t("common.close")}</Button>
      </div>
    </Dialog>
  );
}
