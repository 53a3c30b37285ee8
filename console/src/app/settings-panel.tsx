import { useId } from "react";
import { Icon } from "../design/icon.tsx";
import { useLink } from "../live/api.ts";
import { languages, useWords } from "../words/words.ts";
import { changeSettings, themes, useSettings } from "./settings.ts";

const names = { en: "English", ru: "Русский" } as const;

/** Theme, language, and whether the server is there. */
export function SettingsPanel() {
  const { say } = useWords();
  const { theme, language } = useSettings();
  const link = useLink();
  const id = useId();
  return (
    <div className="settings">
      <p className={`link ${link}`} role="status">
        <i />
        {say(link === "offline" ? "shell.offline" : "shell.online")}
      </p>
      <label htmlFor={`${id}-theme`} className="unseen">
        {say("shell.theme")}
      </label>
      <select
        id={`${id}-theme`}
        className="select"
        value={theme}
        onChange={({ target }) => changeSettings({ theme: themes.find((one) => one === target.value) ?? "system" })}
      >
        {themes.map((one) => (
          <option key={one} value={one}>
            {say(`shell.theme.${one}`)}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-language`} className="unseen">
        {say("shell.language")}
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
        {say("shell.docs")}
      </a>
    </div>
  );
}
