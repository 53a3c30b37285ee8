import { useCallback } from "react";
import type { SavedPlan } from "../../../../src/contracts/api/plans.ts";
import { navigate } from "../../app/router.ts";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { Dialog } from "../../design/dialog.tsx";
import type { SchemaField } from "../../form/schema-fields.ts";
import { FieldsForm } from "../../form/values-form.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";

/** Asks for the parameters and starts a run of this version. */
export function RunPlanDialog({ plan, onClose }: { plan: SavedPlan; onClose: () => void }) {
  const { t } = useI18n();
  const { name, version, parameters } = plan;
  const run = useMutation(
    useCallback(
      async (values: SavedPlan["plan"]) => {
        const body = { version, parameters: values };
        const { run_id: id } = await api.runPlan({ params: { name }, body, idempotencyKey: crypto.randomUUID() });
        navigate(["runs", id]);
      },
      [name, version],
    ),
  );
  const fields = parameterFields(parameters);
  const defaults = Object.fromEntries(
    Object.entries(parameters).flatMap(([id, { default: value }]) => (value === undefined ? [] : [[id, value]])),
  );
  return (
    <Dialog title={t("plans.run.title", { name })} onClose={onClose}>
      {fields.length === 0 && <p className="quiet">{t("plans.run.none")}</p>}
      <ProblemNotice error={run.error} />
      <FieldsForm
        fields={fields}
        values={defaults}
        submit={t("plans.run")}
        busy={run.busy}
        onSubmit={run.start}
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** Parameters as form fields. */
export function parameterFields(parameters: SavedPlan["parameters"]): SchemaField[] {
  return Object.entries(parameters).map(([name, { type, description, default: value, choices = [] }]) => ({
    name,
    // Choices of numbers are typed: a list gives text.
    kind: choices.some((choice) => typeof choice === "string") ? "choice" : kinds[type],
    type,
    text: description,
    isRequired: value === undefined,
    choices: choices.map(String),
  }));
}

const kinds = {
  string: "text",
  integer: "number",
  number: "number",
  boolean: "switch",
  date: "date",
} as const satisfies Record<SavedPlan["parameters"][string]["type"], SchemaField["kind"]>;
