import { useCallback, useState } from "react";
import type { RunDetail, RunView } from "../../../../src/contracts/api/run.ts";
import { hrefTo, navigate } from "../../app/router.ts";
import { Button } from "../../design/button.tsx";
import { saveFile } from "../../design/copy-text.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Icon } from "../../design/icon.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { toast } from "../../design/toast.tsx";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { SavePlanButton } from "../plans/save-plan-button.tsx";
import { CompareDialog } from "./compare-dialog.tsx";
import { ReplayDialog } from "./replay-dialog.tsx";

type Props = { run: RunView; detail: RunDetail; request: string | undefined; onChanged: () => void };

export function RunActions({ run, detail, request, onChanged }: Props) {
  const { t } = useI18n();
  const [open, setOpen] = useState<"cancel" | "replay" | "compare">();
  const close = useCallback(() => setOpen(undefined), []);
  const isOver = run.ended_at !== null;
  return (
    <div className="row">
      {!isOver && (
        <Button kind="danger" icon="stop" onClick={() => setOpen("cancel")}>
          {t("run.cancel")}
        </Button>
      )}
      {isOver && <RunAgain detail={detail} request={request} />}
      {request !== undefined && (
        <a className="button" href={hrefTo(["ask"], { q: request })}>
          <Icon name="ask" size={17} />
          {t("run.ask")}
        </a>
      )}
      <Button icon="repeat" disabled={!isOver} onClick={() => setOpen("replay")}>
        {t("run.replay")}
      </Button>
      <Button icon="runs" onClick={() => setOpen("compare")}>
        {t("run.compare")}
      </Button>
      <SavePlanButton plan={detail.plan} request={request} />
      <Button icon="down" onClick={() => saveFile(`run-${run.run_id}.json`, detail)}>
        {t("common.download")}
      </Button>
      {open === "cancel" && <CancelDialog id={run.run_id} onClose={close} onDone={onChanged} />}
      {open === "replay" && <ReplayDialog id={run.run_id} onClose={close} />}
      {open === "compare" && <CompareDialog run={run} onClose={close} />}
    </div>
  );
}

/** Starts the same plan as a new run; what writes needs approval again. */
function RunAgain({ detail, request }: Pick<Props, "detail" | "request">) {
  const { t } = useI18n();
  const again = useMutation(
    useCallback(async () => {
      const body = request === undefined ? detail.plan : { plan: detail.plan, request };
      const { run_id: id } = await api.startRun({ body, idempotencyKey: crypto.randomUUID() });
      navigate(["runs", id]);
    }, [detail.plan, request]),
  );
  return (
    <>
      <Button kind="primary" icon="play" disabled={again.busy} onClick={again.start}>
        {t("run.again")}
      </Button>
      <ProblemNotice error={again.error} />
    </>
  );
}

function CancelDialog({ id, onClose, onDone }: { id: string; onClose: () => void; onDone: () => void }) {
  const { t } = useI18n();
  const cancel = useMutation(
    useCallback(async () => {
      await api.cancelRun({ params: { id }, body: {} });
      toast(t("run.cancelled"));
      onDone();
      onClose();
    }, [id, t, onClose, onDone]),
  );
  return (
    <Dialog title={t("run.cancel")} onClose={onClose}>
      <p>{t("run.cancel.sure")}</p>
      <ProblemNotice error={cancel.error} />
      <div className="row">
        <Button kind="primary" disabled={cancel.busy} onClick={cancel.start}>
          {t("run.cancel.yes")}
        </Button>
        <Button onClick={onClose}>{t("common.close")}</Button>
      </div>
    </Dialog>
  );
}
