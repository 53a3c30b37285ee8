import { useCallback, useState } from "react";
import { navigate } from "../../app/router.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { parseObject } from "../../plan/parse-object.ts";
import { useI18n } from "../../i18n/i18n.ts";

type Props = { run: string; step: string; args: unknown; onClose: () => void };

export function RerunDialog({ run, step, args, onClose }: Props) {
  const { t } = useI18n();
  const before = JSON.stringify(args, null, 2);
  const [text, setText] = useState(before);
  const edited = parseObject(text);
  const rerun = useMutation(
    useCallback(async () => {
      const changed = text === before || edited === undefined ? {} : { args: edited };
      const { run_id: id } = await api.rerun({ params: { id: run }, body: { from_step: step, ...changed } });
      navigate(["runs", id]);
    }, [run, step, text, before, edited]),
  );
  return (
    <Dialog title={`${t("run.rerun")} · ${step}`} onClose={onClose}>
      <p className="quiet">{t("run.rerun.text")}</p>
      <label className="field">
        <span>{t("run.rerun.args")}</span>
        <textarea
          className="area mono"
          rows={8}
          spellCheck={false}
          value={text}
          aria-invalid={edited === undefined}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {edited === undefined && (
        <p className="small" role="alert">
          {t("run.notjson")}
        </p>
      )}
      <ProblemNotice error={rerun.error} />
      <div className="row">
        <Button kind="primary" icon="play" disabled={edited === undefined || rerun.busy} onClick={rerun.start}>
          {t("run.rerun.start")}
        </Button>
        <Button onClick={onClose}>{t("common.close")}</Button>
      </div>
    </Dialog>
  );
}
