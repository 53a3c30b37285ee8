import { useI18n } from "../../i18n/i18n.ts";

/** Why somebody decides so; kept with the decision. */
export function ReasonField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useI18n();
  return (
    <input
      className="input"
      aria-label={t("inbox.reason")}
      placeholder={t("inbox.reason")}
      maxLength={2000}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
