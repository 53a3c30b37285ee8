import { useState } from "react";
import { Button } from "../../design/button.tsx";
import { sending } from "../../design/sending.ts";
import { useWords } from "../../words/words.ts";

export function ChatComposer({ busy, onSend }: { busy: boolean; onSend: (text: string) => void }) {
  const { say } = useWords();
  const [text, setText] = useState("");
  const send = (): void => {
    if (busy || text.trim() === "") return;
    onSend(text.trim());
    setText("");
  };
  const { onSubmit, onKeyDown } = sending(send);
  return (
    <form className="chat-composer" onSubmit={onSubmit}>
      <textarea
        className="area"
        rows={1}
        aria-label={say("chat.message")}
        placeholder={say("chat.placeholder")}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button kind="primary" type="submit" icon="send" disabled={busy || text.trim() === ""}>
        {say("chat.send")}
      </Button>
    </form>
  );
}
