import { type FormEvent, useCallback, useState } from "react";
import type { SavedPlan } from "../../../../src/contracts/api/plans.ts";
import { navigate } from "../../app/router.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { toast } from "../../design/toast.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { TextField } from "./text-field.tsx";
import { useMutation } from "../../live/use-mutation.ts";

type Props = { plan: SavedPlan["plan"]; request: string | undefined; disabled?: boolean };

/** Saves a plan of any contract under a name, and shows it. */
export function SavePlanButton({ disabled = false, ...plan }: Props) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="down" disabled={disabled} onClick={() => setOpen(true)}>
        {t("plans.save")}
      </Button>
      {isOpen && <SaveDialog {...plan} onClose={() => setOpen(false)} />}
    </>
  );
}

function SaveDialog({ plan, request = "", onClose }: Omit<Props, "disabled"> & { onClose: () => void }) {
  const { t } = useI18n();
  const [name, setName] = useState("");
  const [description, setDescription] = useState(request);
  const save = useMutation(
    useCallback(async () => {
      const { version } = await api.putPlan({ params: { name }, body: { plan, description } });
      toast(t("plans.save.done", { n: version }));
      navigate(["plans", name]);
    }, [name, plan, description, t]),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.start();
  };
  return (
    <Dialog title={t("plans.save.title")} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label={t("plans.save.name")}
          hint={t("plans.save.name.hint")}
          pattern="[a-z0-9][a-z0-9._\-]{0,99}"
          value={name}
          onChange={setName}
        />
        <label className="field">
          <span>{t("plans.save.about")}</span>
          <textarea
            className="area"
            rows={2}
            maxLength={2000}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        </label>
        <ProblemNotice error={save.error} />
        <div className="row">
          <Button kind="primary" type="submit" disabled={save.busy}>
            {t("plans.save.do")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </div>
      </form>
    </Dialog>
  );
}
