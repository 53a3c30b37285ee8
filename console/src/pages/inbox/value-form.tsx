import { type FormEvent, useState } from "react";
import type { EscalationDecision } from "../../../../src/contracts/api/run.ts";
import { Button } from "../../design/button.tsx";
import { parseObject } from "../../plan/parse-object.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { choiceStyles } from "./escalation-words.ts";

type Props = {
  kind: "edit" | "done";
  value: unknown;
  busy: boolean;
  onDecide: (decision: EscalationDecision) => void;
  onBack: () => void;
};

/** Decisions that need a value: new arguments or an output. */
export function ValueForm({ kind, value, busy, onDecide, onBack }: Props) {
  const { t } = useI18n();
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const read = parseObject(text);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (read === undefined) return;
    onDecide(kind === "edit" ? { choice: "edit", args: read } : { choice: "done", output: read });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <label className="field">
        <span>{t(kind === "edit" ? "escalation.args" : "escalation.output")}</span>
        <textarea
          className="area mono"
          rows={7}
          spellCheck={false}
          autoFocus
          aria-invalid={read === undefined}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {read === undefined && (
        <p className="small" role="alert">
          {t("run.notjson")}
        </p>
      )}
      <div className="row">
        <Button kind="primary" type="submit" icon={choiceStyles[kind].icon} disabled={busy || read === undefined}>
          {t(choiceStyles[kind].word)}
        </Button>
        <Button onClick={onBack}>{t("common.cancel")}</Button>
      </div>
    </form>
  );
}
