import { useState } from "react";
import { Button } from "../../design/button.tsx";
import { submitOnEnter } from "../../design/submit-on-enter.ts";
import { useI18n } from "../../i18n/i18n.ts";

export function ChatComposer({ busy, onSend }: { busy: boolean; onSend: (text: string, reasons: boolean) => void }) {
  const { t } = useI18n();
  const [text, setText] = useState("");
  const [reasons, setReasons] = useState(false);
  const send = (): void => {
    if (busy || text.trim() === "") return;
    onSend(text.trim(), reasons);
    setText("");
  };
  const { onSubmit, onKeyDown } = submitOnEnter(send);
  return (
    <form className="chat-composer" onSubmit={onSubmit}>
      <textarea
        className="area"
        rows={1}
        aria-label={t("chat.message")}
        placeholder={t("chat.placeholder")}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button kind="primary" type="submit" icon="send" disabled={busy || text.trim() === ""}>
        {t("chat.send")}
      </Button>
      <label className="chat-mode small">
        <input
          type="checkbox"
          className="check"
          checked={reasons}
          onChange={({ target }) => setReasons(target.checked)}
        />
        {t("chat.reason")}
      </label>
    </form>
  );
}
