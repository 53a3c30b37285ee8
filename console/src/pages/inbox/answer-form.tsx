import { type FormEvent, useState } from "react";
import { Button } from "../../design/button.tsx";
import { useI18n } from "../../i18n/i18n.ts";

type Props = { answers: readonly string[]; busy: boolean; onAnswer: (answer: string) => void };

/** Answers the question of a wait step: one of its choices, or any text. */
export function AnswerForm({ answers, busy, onAnswer }: Props) {
  const { t } = useI18n();
  const [text, setText] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== "") onAnswer(text.trim());
  };
  if (answers.length > 0)
    return (
      <div className="row">
        {answers.map((answer) => (
          <Button key={answer} disabled={busy} onClick={() => onAnswer(answer)}>
            {answer}
          </Button>
        ))}
      </div>
    );
  return (
    <form className="row" onSubmit={submit}>
      <input
        className="grow"
        value={text}
        aria-label={t("escalation.answered")}
        onChange={({ target }) => setText(target.value)}
      />
      <Button kind="primary" type="submit" disabled={busy || text.trim() === ""}>
        {t("escalation.answered")}
      </Button>
    </form>
  );
}
