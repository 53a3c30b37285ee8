import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../design/button.tsx";
import { Code } from "../design/code.tsx";
import { failedLogin, logIn, useLogin } from "../live/login.ts";
import { setKey } from "../live/api.ts";
import { queryClient } from "../live/use-query.ts";
import { useI18n } from "../i18n/i18n.ts";

/** Asks for an API key when the server requires one. */
export function KeyDialog() {
  const { t } = useI18n();
  const [text, setText] = useState("");
  const login = useLogin();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const use = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === "") return;
    setKey(text.trim());
    void queryClient.resetQueries();
  };
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby="key-title" onCancel={(event) => event.preventDefault()}>
      <form onSubmit={use}>
        <h2 id="key-title">{t(login?.title == null ? "key.title" : "login.title")}</h2>
        {login?.title != null && (
          <>
            {failedLogin !== null && (
              <p role="alert">{t(failedLogin === "FORBIDDEN" ? "login.forbidden" : "login.failed")}</p>
            )}
            <Button kind="primary" onClick={logIn}>
              {t("login.with", { title: login.title })}
            </Button>
          </>
        )}
        <p className="quiet">
          <Code>{t("key.hint")}</Code>
        </p>
        <label className="field">
          <span>{t("key.field")}</span>
          <input
            className="input"
            type="password"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <Button kind="primary" type="submit" icon="key">
          {t("key.use")}
        </Button>
      </form>
    </dialog>
  );
}
