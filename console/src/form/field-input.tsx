import { useI18n } from "../i18n/i18n.ts";
import { fieldTitle } from "../plan/step-title.ts";
import type { SchemaField } from "./schema-fields.ts";

type Props = { field: SchemaField; value: string; onChange: (text: string) => void };

/** The simplest control for a field, labelled in words. */
export function FieldInput({ field, value, onChange }: Props) {
  const { t } = useI18n();
  const { name, text, isRequired } = field;
  return (
    <label className="field">
      <span title={name}>
        {fieldTitle(name)} {isRequired && <span className="faint">{t("form.required")}</span>}
      </span>
      <Control field={field} value={value} onChange={onChange} />
      {text !== "" && <small className="faint">{text}</small>}
    </label>
  );
}

function Control({ field: { kind, choices, isRequired }, value, onChange }: Props) {
  const { t } = useI18n();
  const change = ({ target }: { target: { value: string } }): void => onChange(target.value);
  if (kind === "choice" || kind === "switch")
    return (
      <select className="select" value={value} required={isRequired} onChange={change}>
        <option value="" />
        {(kind === "switch" ? ["true", "false"] : choices).map((choice) => (
          <option key={choice} value={choice}>
            {choice === "true" ? t("form.yes") : choice === "false" ? t("form.no") : choice}
          </option>
        ))}
      </select>
    );
  if (kind === "json" || kind === "list" || kind === "long")
    return (
      <textarea
        className={kind === "json" ? "area mono" : "area"}
        rows={kind === "json" ? 4 : 3}
        spellCheck={kind !== "json"}
        value={value}
        required={isRequired}
        placeholder={kind === "list" ? t("form.list") : undefined}
        onChange={change}
      />
    );
  return (
    <input
      className="input"
      type={kind === "date" ? "date" : "text"}
      inputMode={kind === "number" ? "decimal" : undefined}
      autoComplete="off"
      value={value}
      onChange={change}
    />
  );
}
