import { useI18n } from "../../i18n/i18n.ts";
import { formatMoney } from "../../design/time.ts";
import type { SpendDay } from "./spend.ts";

const size = { width: 600, height: 160 };

/** Spend by day as stacked bars with a legend; a hidden table has the same data for screen readers. */
export function StackedBars({ days, label }: { days: readonly SpendDay[]; label: string }) {
  const { t, language } = useI18n();
  const top = Math.max(...days.map(({ total }) => total), 1);
  const width = size.width / days.length;
  const names = days[0]?.parts.map(({ name }) => name) ?? [];
  return (
    <figure className="stacked">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden="true">
        {[0.25, 0.5, 0.75].map((part) => (
          <line key={part} x1="0" x2={size.width} y1={size.height * part} y2={size.height * part} />
        ))}
        {days.flatMap((day, at) =>
          bars(day, top).map((bar) => (
            <rect
              key={`${day.day} ${bar.name}`}
              className={`shade-${bar.shade}`}
              x={at * width + width * 0.15}
              width={width * 0.7}
              y={bar.y}
              height={bar.height}
            >
              <title>{`${day.day} · ${bar.name} · ${formatMoney(bar.amount, language)}`}</title>
            </rect>
          )),
        )}
      </svg>
      <div className="stacked-axis small faint tabular" aria-hidden="true">
        <span>{days[0]?.day}</span>
        <span>{t("budgets.most", { amount: formatMoney(top, language) })}</span>
        <span>{days.at(-1)?.day}</span>
      </div>
      <figcaption className="row small">
        {names.slice(0, 6).map((name, at) => (
          <span key={name} className="row">
            <i className={`key shade-${Math.min(at, 5)}`} />
            {name}
          </span>
        ))}
      </figcaption>
      <SpendTable days={days} label={label} />
    </figure>
  );
}

function bars({ parts }: SpendDay, top: number) {
  let y = size.height;
  return parts.map(({ name, amount }, shade) => {
    const height = (amount / top) * (size.height - 4);
    y -= height;
    return { name, amount, y, height, shade: Math.min(shade, 5) };
  });
}

function SpendTable({ days, label }: { days: readonly SpendDay[]; label: string }) {
  const { t, language } = useI18n();
  return (
    <table className="visually-hidden">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t("budgets.day")}</th>
          <th scope="col">{t("budgets.amount")}</th>
        </tr>
      </thead>
      <tbody>
        {days
          .filter(({ total }) => total > 0)
          .map(({ day, total }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{formatMoney(total, language)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
