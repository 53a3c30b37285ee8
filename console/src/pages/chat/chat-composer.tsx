import { useState } from "react";
import { Button } from "../../design/button.tsx";
import { submitOnEnter } from "../../design/submit-on-enter.ts";
import { useI18n } from "../../i18n/i18n.ts";

export function ChatComposer({ busy, onSend }: { busy: boolean; onSend: (text: string) => void }) {
  const { t } = useI18n();
  const [text, setText] = useState("");
  const send = (): void => {
    if (busy || text.trim() === "") return;
    onSend(text.trim());
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
    </form>
  );
}
