import { useCallback, useState } from "react";
import {
  type ReplayMode,
  ReplayMode as Modes,
  type ReplayReport,
} from "../../../../src/contracts/determinism/replay.ts";
import { hrefTo } from "../../app/router.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Icon } from "../../design/icon.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { JsonView } from "../../plan/json-view.tsx";
import { SureTick } from "../../form/form-card.tsx";
import { useI18n } from "../../i18n/i18n.ts";

/** Replays a run and compares it with its record. */
export function ReplayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useI18n();
  const [mode, setMode] = useState<ReplayMode>("dry_run");
  const [isSure, setIsSure] = useState(false);
  const [report, setReport] = useState<ReplayReport>();
  const replay = useMutation(
    useCallback(async () => {
      setReport(undefined);
      setReport(await api.replay({ body: { run_id: id, mode } }));
    }, [id, mode]),
  );
  return (
    <Dialog title={t("run.replay")} onClose={onClose}>
      <p className="quiet">{t("run.replay.text")}</p>
      <fieldset className="choices">
        <legend className="visually-hidden">{t("run.replay")}</legend>
        {Modes.options.map((name) => (
          <label key={name}>
            <input type="radio" name="mode" checked={mode === name} onChange={() => setMode(name)} />
            {t(`run.replay.${name}`)}
          </label>
        ))}
      </fieldset>
      {mode === "full_replay" && <SureTick text={t("run.replay.live")} checked={isSure} onChange={setIsSure} />}
      <ProblemNotice error={replay.error} />
      {report !== undefined && <Report report={report} />}
      <div className="row">
        <Button
          kind="primary"
          icon="repeat"
          disabled={replay.busy || (mode === "full_replay" && !isSure)}
          onClick={replay.start}
        >
          {t("run.replay.start")}
        </Button>
        <Button onClick={onClose}>{t("common.close")}</Button>
      </div>
    </Dialog>
  );
}

function Report({ report }: { report: ReplayReport }) {
  const { t } = useI18n();
  if (report.matches)
    return (
      <p className="notice ok" role="status">
        <Icon name="check" />
        {t("run.replay.same", { n: report.steps_compared })}
      </p>
    );
  const { step_id: step, aspect, recorded, replayed } = report.first_divergence;
  return (
    <div className="stack tight" role="status">
      <p className="notice warn">
        <Icon name="warning" />
        {t("run.replay.differs", { aspect, step })}
      </p>
      <div className="sides">
        <div>
          <h3>{t("run.replay.recorded")}</h3>
          <JsonView value={recorded} label={t("run.replay.recorded")} />
        </div>
        <div>
          <h3>{t("run.replay.replayed")}</h3>
          <JsonView value={replayed} label={t("run.replay.replayed")} />
        </div>
      </div>
      {report.mode === "full_replay" && <a href={hrefTo(["runs", report.replay_id])}>{t("run.replay.open")}</a>}
    </div>
  );
}
