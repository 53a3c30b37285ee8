import { useState } from "react";
import type { RunView } from "../../../../src/contracts/api/run.ts";
import { navigate } from "../../app/router.ts";
import { RunBadge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { When } from "../../design/when.tsx";
import { SearchBox } from "../../design/search-box.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";

/** Finds the run to compare with by search. */
export function CompareDialog({ run, onClose }: { run: RunView; onClose: () => void }) {
  const { t } = useI18n();
  const [text, setText] = useState("");
  const list = useQuery(["compare", text], (signal) =>
    api.listRuns({ query: { limit: 9, kind: "plan", ...(text !== "" && { q: text }) }, signal }),
  );
  const { run_id: origin } = run.origin;
  return (
    <Dialog title={t("run.compare")} onClose={onClose}>
      {origin !== null && (
        <Button onClick={() => navigate(["runs", run.run_id, "diff", origin])}>{t("run.compare.origin")}</Button>
      )}
      <SearchBox label="run.compare.pick" value={text} onChange={setText} />
      <LoadState query={list} skeleton={<SkeletonLines count={4} />}>
        {({ runs }) => (
          <ul className="line-buttons">
            {runs
              .filter(({ run_id: id }) => id !== run.run_id)
              .slice(0, 8)
              .map((one) => (
                <li key={one.run_id}>
                  <button type="button" onClick={() => navigate(["runs", run.run_id, "diff", one.run_id])}>
                    <b className="clip">{one.title}</b>
                    <span className="row small quiet">
                      <RunBadge run={one} /> <When at={one.created_at} />
                    </span>
                  </button>
                </li>
              ))}
          </ul>
        )}
      </LoadState>
      <div className="row">
        <Button onClick={onClose}>{t("common.close")}</Button>
      </div>
    </Dialog>
  );
}
