import { useSyncExternalStore } from "react";
import { type Language, languages } from "../i18n/i18n.ts";

export const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];
const notifyChoices = ["off", "on"] as const;
type Settings = { language: Language; theme: Theme; notify: (typeof notifyChoices)[number] };

let settings: Settings = {
  language: initialLanguage(),
  theme: oneOf(themes, read("theme")) ?? "system",
  notify: oneOf(notifyChoices, read("notify")) ?? "off",
};
const listeners = new Set<() => void>();

/** Stores the settings in the browser and applies them at once. */
export function changeSettings(change: Partial<Settings>): void {
  settings = { ...settings, ...change };
  for (const [name, value] of Object.entries(change)) write(name, value);
  applySettings();
  for (const listener of listeners) listener();
}

export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, () => settings);
}

export function applySettings(): void {
  const { dataset } = document.documentElement;
  document.documentElement.lang = settings.language;
  if (settings.theme === "system") delete dataset["theme"];
  else dataset["theme"] = settings.theme;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function initialLanguage(): Language {
  const wanted = [read("language"), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.map((tag) => oneOf(languages, tag)).find((tag) => tag !== undefined) ?? "en";
}

function oneOf<T extends string>(values: readonly T[], value: string | undefined): T | undefined {
  return values.find((one) => one === value);
}

/** A browser may forbid storage; then a setting lasts as long as the page. */
function read(name: string): string | undefined {
  try {
    return localStorage.getItem(`planwright.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(`planwright.${name}`, value);
  } catch {
    // The setting then lasts as long as the page.
  }
}
