import { useId } from "react";
import { Icon } from "../design/icon.tsx";
import { useLink } from "../live/api.ts";
import { languages, useI18n } from "../i18n/i18n.ts";
import { changeSettings, themes, useSettings } from "./settings.ts";

const names = { en: "English", ru: "Русский" } as const;

/** Theme, language and the connection state. */
export function SettingsPanel() {
  const { t } = useI18n();
  const { theme, language } = useSettings();
  const link = useLink();
  const id = useId();
  return (
    <div className="settings">
      <p className={`link ${link}`} role="status">
        <i />
        {t(link === "offline" ? "shell.offline" : "shell.online")}
      </p>
      <label htmlFor={`${id}-theme`} className="visually-hidden">
        {t("shell.theme")}
      </label>
      <select
        id={`${id}-theme`}
        className="select"
        value={theme}
        onChange={({ target }) => changeSettings({ theme: themes.find((one) => one === target.value) ?? "system" })}
      >
        {themes.map((one) => (
          <option key={one} value={one}>
            {t(`shell.theme.${one}`)}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-language`} className="visually-hidden">
        {t("shell.language")}
      </label>
      <select
        id={`${id}-language`}
        className="select"
        value={language}
        onChange={({ target }) => changeSettings({ language: languages.find((one) => one === target.value) ?? "en" })}
      >
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {names[one]}
          </option>
        ))}
      </select>
      <a className="docs" href="/docs">
        <Icon name="book" size={16} />
        {t("shell.docs")}
      </a>
    </div>
  );
}
