const size = { width: 120, height: 28 };

/** The last values as a line; the number is shown beside it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const top = Math.max(...values, 1);
  const bottom = Math.min(...values, 0);
  const place = (value: number, at: number): string => {
    const x = values.length < 2 ? 0 : (at / (values.length - 1)) * size.width;
    const y = size.height - 2 - ((value - bottom) / (top - bottom)) * (size.height - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  };
  const points = values.length < 2 ? "" : values.map(place).join(" ");
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {points !== "" && <polygon points={`0,${size.height} ${points} ${size.width},${size.height}`} />}
      <polyline points={points === "" ? `0,${size.height - 2} ${size.width},${size.height - 2}` : points} />
    </svg>
  );
}
