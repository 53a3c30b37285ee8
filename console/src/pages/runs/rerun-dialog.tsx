import { useCallback } from "react";
import { navigate } from "../../app/router.ts";
import { Dialog } from "../../design/dialog.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { ValuesForm } from "../../form/values-form.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import type { JsonFields } from "../../plan/parse-object.ts";
import type { ShownStep } from "../../plan/shown-step.ts";

type Props = { run: string; step: ShownStep; args: JsonFields; onClose: () => void };

export function RerunDialog({ run, step, args, onClose }: Props) {
  const { t } = useI18n();
  const rerun = useMutation(
    useCallback(
      async (values: JsonFields, isChanged: boolean) => {
        const body = { from_step: step.id, ...(isChanged && { args: values }) };
        const { run_id: id } = await api.rerun({ params: { id: run }, body });
        navigate(["runs", id]);
      },
      [run, step.id],
    ),
  );
  return (
    <Dialog title={t("run.rerun")} onClose={onClose}>
      <p className="quiet">{t("run.rerun.text")}</p>
      <ProblemNotice error={rerun.error} />
      <ValuesForm
        tool={step.name}
        values={args}
        submit={t("run.rerun.start")}
        busy={rerun.busy}
        onSubmit={rerun.start}
        onCancel={onClose}
      />
    </Dialog>
  );
}
