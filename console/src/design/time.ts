import type { Language } from "../i18n/i18n.ts";

const steps = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

const locales = { en: "en-GB", ru: "ru-RU" } as const;
const cache = new Map<string, Intl.RelativeTimeFormat | Intl.DateTimeFormat | Intl.NumberFormat>();

function cached<T extends Intl.RelativeTimeFormat | Intl.DateTimeFormat | Intl.NumberFormat>(
  key: string,
  create: () => T,
): T {
  const known = cache.get(key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored under this key below
  if (known !== undefined) return known as T;
  const format = create();
  cache.set(key, format);
  return format;
}

/** "3 min ago"; the future works too. */
export function formatRelative(iso: string, now: number, language: Language): string {
  const gap = Date.parse(iso) - now;
  const [unit, size] = steps.find(([, ms]) => Math.abs(gap) >= ms) ?? ["second", 1000];
  const format = cached(
    `relative ${language}`,
    () => new Intl.RelativeTimeFormat(locales[language], { numeric: "auto", style: "short" }),
  );
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

/** The one rendering of an instant: `16 Nov 2026, 05:06:12 CET`, in the browser's zone. */
export function formatDateTime(iso: string, language: Language): string {
  return cached(
    `instant ${language}`,
    () =>
      new Intl.DateTimeFormat(locales[language], {
        year: "numeric",
        month: "short",
        day: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        second: "2-digit",
        hourCycle: "h23",
        timeZoneName: "short",
      }),
  ).format(new Date(iso));
}

/** A day without a time: `20 Nov 2026`. */
export function formatDate(iso: string, language: Language): string {
  return cached(
    `day ${language}`,
    () =>
      new Intl.DateTimeFormat(locales[language], {
        year: "numeric",
        month: "short",
        day: "numeric",
        timeZone: "UTC",
      }),
  ).format(new Date(iso));
}

export function formatNumber(value: number, language: Language): string {
  return cached(`number ${language}`, () => new Intl.NumberFormat(locales[language])).format(value);
}

/** Micro-cents as dollars, with more digits for small amounts. */
export function formatMoney(microCents: number, language: Language): string {
  const dollars = microCents / 100_000_000;
  const digits = dollars === 0 ? 0 : dollars < 0.01 ? 5 : dollars < 1 ? 3 : 2;
  return cached(
    `money ${language} ${digits}`,
    () =>
      new Intl.NumberFormat(locales[language], {
        style: "currency",
        currency: "USD",
        currencyDisplay: "narrowSymbol",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  ).format(dollars);
}
