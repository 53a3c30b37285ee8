type Props = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  type?: "text" | "number" | "date";
  hint?: string;
  pattern?: string;
  isOptional?: boolean;
};

/** A labelled text field. */
export function TextField({ label, value, onChange, type = "text", hint, pattern, isOptional = false }: Props) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        className="input"
        type={type}
        required={!isOptional}
        autoComplete="off"
        pattern={pattern}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint !== undefined && <small className="faint">{hint}</small>}
    </label>
  );
}
