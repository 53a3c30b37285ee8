import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../design/button.tsx";
import { Code } from "../design/code.tsx";
import { setKey } from "../live/api.ts";
import { useWords } from "../words/words.ts";

/** A server that is not on this machine alone asks who is there. */
export function KeyDialog() {
  const { say } = useWords();
  const [text, setText] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const use = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== "") setKey(text.trim());
  };
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby="key-title" onCancel={(event) => event.preventDefault()}>
      <form onSubmit={use}>
        <h2 id="key-title">{say("key.title")}</h2>
        <p className="quiet">
          <Code>{say("key.hint")}</Code>
        </p>
        <label className="field">
          <span>{say("key.field")}</span>
          <input
            className="input"
            type="password"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <Button kind="primary" type="submit" icon="key">
          {say("key.use")}
        </Button>
      </form>
    </dialog>
  );
}
