type Props = { label: string; value: number; most: number; /** A warning from here on. */ high?: number };

/** How much of a limit is used; the number is shown beside it. */
export function Meter({ label, value, most, high = Number.POSITIVE_INFINITY }: Props) {
  const part = most <= 0 ? 0 : Math.min(1, value / most);
  return (
    <div
      className={value >= high ? "meter high" : "meter"}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(most, 1)}
      aria-valuenow={Math.min(value, Math.max(most, 1))}
    >
      <i style={{ width: `${part * 100}%` }} />
    </div>
  );
}
