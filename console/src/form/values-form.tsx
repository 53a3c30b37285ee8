import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../design/button.tsx";
import { useI18n } from "../i18n/i18n.ts";
import { isJsonFields, type JsonFields } from "../plan/parse-object.ts";
import { useTools } from "../plan/use-tools.ts";
import { FieldInput } from "./field-input.tsx";
import { flatten, formFields, type SchemaField, textOf, withTyped } from "./schema-fields.ts";

type FormProps = {
  values: JsonFields;
  submit: ReactNode;
  busy: boolean;
  onSubmit: (values: JsonFields, isChanged: boolean) => void;
  onCancel: () => void;
};

type Props = FormProps & {
  /** The tool whose schema describes the fields, and which of its schemas. */
  tool: string;
  side?: "input" | "output";
};

/** Edits the arguments of a call, field by field, by the tool's schema. */
export function ValuesForm({ tool, side = "input", ...form }: Props) {
  const schema = useTools().get(tool)?.[`${side}_schema`];
  return <FieldsForm {...form} fields={formFields(schema, form.values)} />;
}

/** Edits values, field by field. */
export function FieldsForm({
  fields,
  values,
  submit,
  busy,
  onSubmit,
  onCancel,
}: FormProps & { fields: readonly SchemaField[] }) {
  const { t } = useI18n();
  const leaves = flatten(values);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const changed = withTyped(values, fields, typed);
    if (isJsonFields(changed)) onSubmit(changed, typed.size > 0);
  };
  return (
    <form className="stack values-form" onSubmit={send}>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={typed.get(field.name) ?? textOf(leaves.get(field.name))}
          onChange={(text) => setTyped(new Map([...typed, [field.name, text]]))}
        />
      ))}
      <div className="row">
        <Button kind="primary" type="submit" disabled={busy}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{t("common.cancel")}</Button>
      </div>
    </form>
  );
}
