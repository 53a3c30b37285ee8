import { type FormEvent, type ReactNode, useState } from "react";
import type { DraftNext, DraftView } from "../../../../src/contracts/api/drafts.ts";
import { Button } from "../../design/button.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import type { DraftAct } from "./use-draft.ts";

type Questions = Extract<DraftNext, { do: "answer" }>["questions"];
type FormProps = { disabled: boolean; onAct: (act: DraftAct) => void; end: ReactNode };

/** Questions with their choices and, where allowed, a free-text answer. */
export function AnswerForm({ questions, disabled, onAct, end }: FormProps & { questions: Questions }) {
  const { t } = useI18n();
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const isComplete = questions.every(({ id }) => (answers[id] ?? "").trim() !== "");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isComplete) onAct({ do: "answer", answers });
  };
  return (
    <form className="stack" onSubmit={submit}>
      {questions.map(({ id, question, choices, free_text_allowed: isFree }) => (
        <fieldset key={id} className="question" disabled={disabled}>
          <legend>
            <b>{question}</b>
          </legend>
          <div className="row">
            {choices.map(({ label, value }) => (
              <button
                key={value}
                type="button"
                className="pill"
                aria-pressed={answers[id] === value}
                onClick={() => setAnswers({ ...answers, [id]: value })}
              >
                {label}
              </button>
            ))}
          </div>
          {(isFree || choices.length === 0) && (
            <input
              className="input"
              aria-label={question}
              value={choices.some(({ value }) => value === answers[id]) ? "" : (answers[id] ?? "")}
              onChange={({ target }) => setAnswers({ ...answers, [id]: target.value })}
            />
          )}
        </fieldset>
      ))}
      <div className="row">
        <Button kind="primary" type="submit" disabled={disabled || !isComplete}>
          {t("draft.answer")}
        </Button>
        {end}
      </div>
    </form>
  );
}

/** Rewrites the request. */
export function RewriteForm({ view, text, disabled, onAct, end }: FormProps & { view: DraftView; text: string }) {
  const { t } = useI18n();
  const [words, setWords] = useState(view.draft.plan.inputs.raw_text);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (words.trim() !== "") onAct({ do: "edit", text: words });
  };
  return (
    <form className="stack tight" onSubmit={submit}>
      <p>{text}</p>
      <label className="field">
        <span>{t("draft.words")}</span>
        <textarea className="area" rows={2} value={words} onChange={({ target }) => setWords(target.value)} />
      </label>
      <div className="row">
        <Button kind="primary" type="submit" disabled={disabled || words.trim() === ""}>
          {t("draft.words.send")}
        </Button>
        {end}
      </div>
    </form>
  );
}
