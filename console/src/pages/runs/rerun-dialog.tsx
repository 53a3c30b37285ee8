import { useCallback, useState } from "react";
import { goTo } from "../../app/router.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { api } from "../../live/api.ts";
import { useDoing } from "../../live/use-doing.ts";
import { parseObject } from "../../plan/parse-object.ts";
import { useWords } from "../../words/words.ts";

type Props = { run: string; step: string; args: unknown; onClose: () => void };

export function RerunDialog({ run, step, args, onClose }: Props) {
  const { say } = useWords();
  const before = JSON.stringify(args, null, 2);
  const [text, setText] = useState(before);
  const edited = parseObject(text);
  const rerun = useDoing(
    useCallback(async () => {
      const changed = text === before || edited === undefined ? {} : { args: edited };
      const { run_id: id } = await api.rerun({ params: { id: run }, body: { from_step: step, ...changed } });
      goTo(["runs", id]);
    }, [run, step, text, before, edited]),
  );
  return (
    <Dialog title={`${say("run.rerun")} · ${step}`} onClose={onClose}>
      <p className="quiet">{say("run.rerun.text")}</p>
      <label className="field">
        <span>{say("run.rerun.args")}</span>
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
          {say("run.notjson")}
        </p>
      )}
      <ProblemNotice error={rerun.error} />
      <div className="row">
        <Button kind="primary" icon="play" disabled={edited === undefined || rerun.busy} onClick={rerun.start}>
          {say("run.rerun.start")}
        </Button>
        <Button onClick={onClose}>{say("common.close")}</Button>
      </div>
    </Dialog>
  );
}
