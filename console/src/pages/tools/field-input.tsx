import { useI18n } from "../../i18n/i18n.ts";
import type { SchemaField } from "./schema-fields.ts";

type Props = { field: SchemaField; value: string; onChange: (text: string) => void };

/** The simplest control for a schema field. */
export function FieldInput({ field, value, onChange }: Props) {
  const { t } = useI18n();
  const { name, type, text, isRequired } = field;
  return (
    <label className="field">
      <span>
        <code>{name}</code>{" "}
        <span className="faint">
          {field.kind === "json" ? `${t("tools.json")} · ${type}` : type}
          {isRequired && ` · ${t("tools.required")}`}
        </span>
      </span>
      <Control field={field} value={value} onChange={onChange} />
      {text !== "" && <small className="faint">{text}</small>}
    </label>
  );
}

function Control({ field: { kind, choices, isRequired }, value, onChange }: Props) {
  if (kind === "choice" || kind === "switch")
    return (
      <select className="select" value={value} required={isRequired} onChange={({ target }) => onChange(target.value)}>
        <option value="" />
        {(kind === "switch" ? ["true", "false"] : choices).map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  if (kind === "json")
    return (
      <textarea
        className="area mono"
        rows={3}
        spellCheck={false}
        value={value}
        required={isRequired}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  return (
    <input
      className="input"
      inputMode={kind === "number" ? "decimal" : "text"}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
