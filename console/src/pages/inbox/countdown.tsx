import { Icon } from "../../design/icon.tsx";
import { formatDuration } from "../../design/time.ts";
import { useNow } from "../../design/use-now.ts";
import { useI18n } from "../../i18n/i18n.ts";

const soonMs = 120_000;

/** The time left; the last minutes are highlighted. */
export function Countdown({ until, short = false }: { until: string; short?: boolean }) {
  const { t, language } = useI18n();
  const left = Date.parse(until) - useNow(1000);
  const time = formatDuration(Math.ceil(left / 1000) * 1000, language).replace(/[.,]0+(?= )/, "");
  const words = left <= 0 ? t("draft.expired") : short ? time : t("draft.expires", { time });
  return (
    <span className={`countdown small tabular ${left < soonMs ? "soon" : ""}`}>
      <Icon name="clock" size={13} />
      <time dateTime={until}>{words}</time>
    </span>
  );
}
