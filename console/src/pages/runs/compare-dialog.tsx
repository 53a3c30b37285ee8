import { useState } from "react";
import type { RunView } from "../../../../src/contracts/api/run.ts";
import { goTo } from "../../app/router.ts";
import { Async, BoneLines } from "../../design/async.tsx";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { clockTime } from "../../design/time.ts";
import { api } from "../../live/api.ts";
import { useLoad } from "../../live/use-load.ts";
import { useWords } from "../../words/words.ts";

/** Picks the run to compare with; the one it comes from is offered first. */
export function CompareDialog({ run, onClose }: { run: RunView; onClose: () => void }) {
  const { say, language } = useWords();
  const [other, setOther] = useState(run.origin.run_id ?? "");
  const list = useLoad((signal) => api.listRuns({ query: { limit: 200 }, signal }), []);
  return (
    <Dialog title={say("run.compare")} onClose={onClose}>
      <Async of={list} bones={<BoneLines count={2} />}>
        {({ runs }) => (
          <label className="field">
            <span>{say("run.compare.pick")}</span>
            <select className="select" value={other} onChange={({ target }) => setOther(target.value)}>
              <option value="" />
              {runs
                .filter(({ run_id: id }) => id !== run.run_id)
                .map(({ run_id: id, summary, status, created_at: at }) => (
                  <option key={id} value={id}>
                    {`${clockTime(at, language)} · ${say(`status.${status}`)} · ${summary.slice(0, 70)}`}
                  </option>
                ))}
            </select>
          </label>
        )}
      </Async>
      <div className="row">
        <Button kind="primary" disabled={other === ""} onClick={() => goTo(["runs", run.run_id, "diff", other])}>
          {say("run.replay.start")}
        </Button>
        <Button onClick={onClose}>{say("common.close")}</Button>
      </div>
    </Dialog>
  );
}
