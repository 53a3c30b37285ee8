import { useI18n } from "../i18n/i18n.ts";
import { formatDateTime, formatRelative } from "./time.ts";
import { useNow } from "./use-now.ts";

/** An instant with its zone; `relative` shows "3 min ago" and has the instant as its title. */
export function When({ at, relative = false }: { at: string; relative?: boolean }) {
  const { language } = useI18n();
  const now = useNow(relative ? 1000 : 60_000);
  const full = formatDateTime(at, language);
  return (
    <time className="tabular" dateTime={at} title={full}>
      {relative ? formatRelative(at, now, language) : full}
    </time>
  );
}
