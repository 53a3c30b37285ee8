import { useCallback, useState } from "react";
import type { RunDetail, RunView } from "../../../../src/contracts/api/run.ts";
import { Button } from "../../design/button.tsx";
import { saveFile } from "../../design/copy-text.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { toast } from "../../design/toast.tsx";
import { api } from "../../live/api.ts";
import { useDoing } from "../../live/use-doing.ts";
import { useWords } from "../../words/words.ts";
import { CompareDialog } from "./compare-dialog.tsx";
import { ReplayDialog } from "./replay-dialog.tsx";

type Props = { run: RunView; detail: RunDetail; onChanged: () => void };

export function RunActions({ run, detail, onChanged }: Props) {
  const { say } = useWords();
  const [open, setOpen] = useState<"cancel" | "replay" | "compare">();
  const close = useCallback(() => setOpen(undefined), []);
  const isOver = run.ended_at !== null;
  return (
    <div className="row">
      {!isOver && (
        <Button kind="danger" icon="stop" onClick={() => setOpen("cancel")}>
          {say("run.cancel")}
        </Button>
      )}
      <Button icon="repeat" disabled={!isOver} onClick={() => setOpen("replay")}>
        {say("run.replay")}
      </Button>
      <Button icon="runs" onClick={() => setOpen("compare")}>
        {say("run.compare")}
      </Button>
      <Button icon="down" onClick={() => saveFile(`run-${run.run_id}.json`, detail)}>
        {say("common.download")}
      </Button>
      {open === "cancel" && <CancelDialog id={run.run_id} onClose={close} onDone={onChanged} />}
      {open === "replay" && <ReplayDialog id={run.run_id} onClose={close} />}
      {open === "compare" && <CompareDialog run={run} onClose={close} />}
    </div>
  );
}

function CancelDialog({ id, onClose, onDone }: { id: string; onClose: () => void; onDone: () => void }) {
  const { say } = useWords();
  const cancel = useDoing(
    useCallback(async () => {
      await api.cancelRun({ params: { id }, body: {} });
      toast(say("run.cancelled"));
      onDone();
      onClose();
    }, [id, say, onClose, onDone]),
  );
  return (
    <Dialog title={say("run.cancel")} onClose={onClose}>
      <p>{say("run.cancel.sure")}</p>
      <ProblemNotice error={cancel.error} />
      <div className="row">
        <Button kind="primary" disabled={cancel.busy} onClick={cancel.start}>
          {say("run.cancel.yes")}
        </Button>
        <Button onClick={onClose}>{say("common.close")}</Button>
      </div>
    </Dialog>
  );
}
