import { type FormEvent, useState } from "react";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { useI18n } from "../../i18n/i18n.ts";

type Question = { question: string; choices: readonly string[] };

/** The planner's questions, answered in place; nothing if the plan is complete. */
export function Questions({
  questions,
  onAnswer,
}: {
  questions: readonly Question[];
  onAnswer: (answer: string) => void;
}) {
  const { t } = useI18n();
  const [text, setText] = useState("");
  if (questions.length === 0) return null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== "") onAnswer(text.trim());
  };
  return (
    <section className="notice warn" aria-label={t("ask.questions")}>
      <Icon name="hand" />
      <form className="stack tight grow" onSubmit={submit}>
        {questions.map(({ question, choices }) => (
          <div key={question} className="stack tight">
            <b>{question}</b>
            {choices.length > 0 && (
              <div className="row">
                {choices.map((choice) => (
                  <button key={choice} type="button" className="pill" onClick={() => onAnswer(choice)}>
                    {choice}
                  </button>
                ))}
              </div>
            )}
          </div>
        ))}
        <div className="row">
          <input
            className="input grow"
            aria-label={questions[0]?.question}
            placeholder={t("ask.answer")}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button kind="primary" type="submit" disabled={text.trim() === ""}>
            {t("ask.answer.send")}
          </Button>
        </div>
      </form>
    </section>
  );
}
