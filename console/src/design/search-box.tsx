import { type TextKey, useI18n } from "../i18n/i18n.ts";

type Props = { label: TextKey; value: string; onChange: (text: string) => void; isWide?: boolean };

/** A search field; `isWide` gives it the width of the page's list. */
export function SearchBox({ label, value, onChange, isWide = false }: Props) {
  const { t } = useI18n();
  return (
    <input
      className={isWide ? "input search" : "input"}
      type="search"
      aria-label={t(label)}
      placeholder={t(label)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
