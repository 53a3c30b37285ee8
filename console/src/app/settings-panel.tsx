import { useId } from "react";
import { Button } from "../design/button.tsx";
import { logOut, useLogin } from "../live/login.ts";
import { useLink } from "../live/api.ts";
import { languages, useI18n } from "../i18n/i18n.ts";
import { changeSettings, themes, useSettings } from "./settings.ts";

const names = { en: "English", ru: "Русский" } as const;

/** Theme, language and the connection state. */
export function SettingsPanel() {
  const { t } = useI18n();
  const { theme, language, notify } = useSettings();
  const link = useLink();
  const user = useLogin()?.user;
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
      {user != null && (
        <p className="small">
          {user.title}{" "}
          <Button small onClick={() => void logOut()}>
            {t("login.out")}
          </Button>
        </p>
      )}
      {"Notification" in globalThis && (
        <label className="notify small">
          <input type="checkbox" checked={notify === "on"} onChange={({ target }) => setNotify(target.checked)} />
          {t("shell.notify")}
        </label>
      )}
    </div>
  );
}

/** The browser asks the person for permission first. */
function setNotify(isOn: boolean): void {
  if (!isOn) return changeSettings({ notify: "off" });
  Notification.requestPermission().then(
    (permission) => changeSettings({ notify: permission === "granted" ? "on" : "off" }),
    () => undefined,
  );
}
