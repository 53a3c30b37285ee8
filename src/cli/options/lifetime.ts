const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `30d`, `12h`, `2w` or `90m` in milliseconds, up to ten years. */
export function parseLifetime(text: string): number | undefined {
  const [, count = "", unit = ""] = /^([1-9]\d{0,6})([mhdw])$/.exec(text) ?? [];
  const ms = Number(count) * (unitMs[unit] ?? 0);
  return ms > 0 && ms <= 3650 * 86_400_000 ? ms : undefined;
}
