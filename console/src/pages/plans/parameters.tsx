import { useCallback, useMemo } from "react";
import type { SavedPlan } from "../../../../src/contracts/api/plans.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { toast } from "../../design/toast.tsx";
import { flatten } from "../../form/schema-fields.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { isFields, shownSteps } from "../../plan/shown-step.ts";
import { fieldTitle, stepTitle } from "../../plan/step-title.ts";

/** The parameters, and the values that could become one. */
export function Parameters({ plan, onSaved }: { plan: SavedPlan; onSaved: () => void }) {
  const { t } = useI18n();
  const list = Object.entries(plan.parameters);
  return (
    <div className="stack">
      {list.length === 0 && <p className="quiet">{t("plans.run.none")}</p>}
      <ul className="stack tight">
        {list.map(([name, { type, description, default: value }]) => (
          <li key={name} className="row">
            <b>{name}</b> <Badge>{type}</Badge>
            <span className="small quiet">
              {value === undefined ? t("form.required") : t("plans.parameter.default", { value: String(value) })}
              {description !== "" && ` · ${description}`}
            </span>
          </li>
        ))}
      </ul>
      <StepValues plan={plan} onSaved={onSaved} />
    </div>
  );
}

function StepValues({ plan, onSaved }: { plan: SavedPlan; onSaved: () => void }) {
  const { t, language } = useI18n();
  const make = useMutation(
    useCallback(
      async (value: StepValue) => {
        const { version } = await api.putPlan({ params: { name: plan.name }, body: withParameter(plan, value) });
        toast(t("plans.save.done", { n: version }));
        onSaved();
      },
      [plan, t, onSaved],
    ),
  );
  const titles = useMemo(
    () => new Map(shownSteps(plan.plan).map((step) => [step.id, stepTitle(step, { t, language })])),
    [plan.plan, t, language],
  );
  const values = stepValues(plan);
  if (values.length === 0) return null;
  return (
    <>
      <h3>{t("plans.values")}</h3>
      <p className="small quiet">{t("plans.values.text")}</p>
      <ProblemNotice error={make.error} />
      <ul className="stack tight">
        {values.map((value) => (
          <li key={`${value.step}.${value.field}`} className="row spread">
            <span className="grow">
              <span className="small quiet">
                {titles.get(value.step)} · {fieldTitle(value.field)}
              </span>
              <br />
              {String(value.value)}
            </span>
            <Button small disabled={make.busy} onClick={() => make.start(value)}>
              {t("plans.values.make")}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

type StepValue = { step: string; field: string; value: string | number | boolean };

/** The arguments of the steps that are written out. */
function stepValues({ plan }: SavedPlan): StepValue[] {
  const calls = shownSteps(plan).filter(({ kind }) => kind === "tool");
  return calls.flatMap(({ id: step, args }) =>
    [...flatten(args)].flatMap(([field, value]) =>
      (typeof value === "string" && !/\{\{|\$\w+\.output/.test(value)) ||
      typeof value === "number" ||
      typeof value === "boolean"
        ? [{ step, field, value }]
        : [],
    ),
  );
}

const parameterTypes = ["string", "number", "boolean"] as const;

/** The next version: the value is a parameter with itself as the default. */
function withParameter({ description, parameters, plan }: SavedPlan, { step, field, value }: StepValue) {
  const base = (field.split(".").at(-1) ?? field).replaceAll(/\W/g, "_").replace(/^(?=\d)/, "_");
  const name = [base, ...Array.from({ length: 99 }, (_, at) => `${base}_${at + 2}`)].find(
    (one) => !(one in parameters),
  );
  const id = name ?? base;
  const spelling = (["results", "dollar"] as const).find((one) => one === plan["spelling"]) ?? "braces";
  const reference = {
    results: `{{results.params.${id}}}`,
    dollar: `$params.output.${id}`,
    braces: `{{params.${id}}}`,
  }[spelling];
  const steps = Array.isArray(plan["steps"]) ? plan["steps"] : [];
  const type = parameterTypes.find((one) => one === typeof value) ?? "string";
  return {
    description,
    parameters: { ...parameters, [id]: { type, description: "", default: value } },
    plan: {
      ...plan,
      spelling,
      steps: steps.map((one) =>
        isFields(one) && one["id"] === step ? replaceAt(one, ["args", ...field.split(".")], reference) : one,
      ),
    },
  };
}

type JsonFields = SavedPlan["plan"];

function replaceAt(fields: JsonFields, [name = "", ...rest]: readonly string[], value: string): JsonFields {
  const inner = fields[name];
  const next = rest.length === 0 || !isFields(inner) ? value : replaceAt(inner, rest, value);
  return { ...fields, [name]: next };
}
