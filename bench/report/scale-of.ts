/** The position of a value between two ends, and the round values between them. */
export type Scale = { at(value: number): number; ticks: number[] };

export type Ends = { from: number; to: number };

/** From zero to slightly above the maximum. */
export function linear(most: number, { from, to }: Ends): Scale {
  const step = roundStep(most / 5);
  const top = Math.max(step, Math.ceil(most / step) * step);
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, at) => Number((at * step).toPrecision(6)));
  return { at: (value) => from + (value / top) * (to - from), ticks };
}

/** Powers of ten around the values. */
export function logarithmic(values: readonly number[], { from, to }: Ends): Scale {
  const known = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...known)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...known))));
  const ticks = Array.from({ length: high - low + 1 }, (_, at) => Number((10 ** (low + at)).toPrecision(3)));
  return { at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from), ticks };
}

function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted || 1));
  return power * ([1, 2, 2.5, 5, 10].find((one) => one * power >= wanted) ?? 10);
}
