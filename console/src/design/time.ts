import type { Language } from "../i18n/i18n.ts";

const steps = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

const formats = new Map<string, Intl.RelativeTimeFormat>();

/** "3 minutes ago"; the future works too. */
export function formatRelative(iso: string, now: number, language: Language): string {
  const gap = Date.parse(iso) - now;
  const [unit, size] = steps.find(([, ms]) => Math.abs(gap) >= ms) ?? ["second", 1000];
  let format = formats.get(language);
  if (format === undefined)
    formats.set(language, (format = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" })));
  return format.format(Math.round(gap / size), unit);
}

const units = { en: ["ms", "s", "min", "h"], ru: ["мс", "с", "мин", "ч"] } as const;

/** `850 ms`, `12.4 s`, `3 min 5 s`. */
export function formatDuration(ms: number, language: Language): string {
  const [milli, second, minute, hour] = units[language];
  if (ms < 1000) return `${ms > 0 && ms < 10 ? ms.toFixed(ms < 1 ? 2 : 1) : Math.max(0, Math.round(ms))} ${milli}`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} ${second}`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} ${hour} ${minutes % 60} ${minute}`;
  return `${minutes} ${minute} ${Math.floor((ms % 60_000) / 1000)} ${second}`;
}

export function formatDateTime(iso: string, language: Language): string {
  return new Date(iso).toLocaleString(language, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
}

export function formatTime(iso: string, language: Language): string {
  return new Date(iso).toLocaleTimeString(language, { hourCycle: "h23" });
}
