import { useCallback, useState } from "react";
import type { Escalation, EscalationDecision } from "../../../../src/contracts/api/run.ts";
import { hrefTo } from "../../app/router.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { toast } from "../../design/toast.tsx";
import { useKeys } from "../../design/use-keys.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { JsonView } from "../../plan/json-view.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { choiceStyles, type ChoiceName, isChoice, kindWord } from "./escalation-words.ts";
import { ValueForm } from "./value-form.tsx";

/** An escalation with its choices. */
export function EscalationCard({ escalation, onChanged }: { escalation: Escalation; onChanged: () => void }) {
  const { t } = useI18n();
  const [asks, setAsks] = useState<"edit" | "done">();
  const decide = useMutation(
    useCallback(
      async (decision: EscalationDecision) => {
        await api.decideEscalation({ params: { id: escalation.escalation_id }, body: decision });
        toast(t("escalation.decided", { choice: t(choiceStyles[decision.choice].word) }));
        onChanged();
      },
      [escalation.escalation_id, t, onChanged],
    ),
  );
  const choices = escalation.choices.filter(isChoice);
  const choose = (choice: ChoiceName): void => {
    if (choice === "edit" || choice === "done") setAsks(choice);
    else if (!decide.busy) decide.start({ choice });
  };
  useKeys(Object.fromEntries(choices.map((choice) => [choiceStyles[choice].key, () => choose(choice)])));
  return (
    <article className="card" aria-labelledby="escalation-title">
      <header>
        <div className="grow stack tight">
          <span className="row">
            <Badge tone="warn" icon="hand">
              {t(kindWord(escalation.kind))}
            </Badge>
            <a className="small" href={hrefTo(["runs", escalation.run_id], { step: escalation.step_id })}>
              {t("inbox.run")}
            </a>
          </span>
          <h2 id="escalation-title">{escalation.question}</h2>
        </div>
      </header>
      <div className="body stack">
        <FailedCall escalation={escalation} />
        <ProblemNotice error={decide.error} />
        {asks === undefined ? (
          <Choices choices={choices} busy={decide.busy} onChoose={choose} />
        ) : (
          <ValueForm
            kind={asks}
            value={asks === "edit" ? (escalation.call?.args ?? {}) : {}}
            busy={decide.busy}
            onDecide={decide.start}
            onBack={() => setAsks(undefined)}
          />
        )}
      </div>
    </article>
  );
}

function FailedCall({ escalation: { error, call, step_id: step } }: { escalation: Escalation }) {
  const { t } = useI18n();
  return (
    <>
      {error !== null && (
        <p className="notice bad">
          <span>
            {error.message} <code className="faint">{error.code}</code>
          </span>
        </p>
      )}
      {call !== null && (
        <section className="stack tight">
          <h3>
            {t("escalation.call")} <code>{call.verb_id}</code> <span className="faint small">{step}</span>
          </h3>
          <JsonView value={call.args} label={t("escalation.args")} />
        </section>
      )}
    </>
  );
}

type ChoicesProps = { choices: readonly ChoiceName[]; busy: boolean; onChoose: (choice: ChoiceName) => void };

function Choices({ choices, busy, onChoose }: ChoicesProps) {
  const { t } = useI18n();
  return (
    <div className="row">
      {choices.map((choice, at) => {
        const { word, icon, key } = choiceStyles[choice];
        const kind = at === 0 ? "primary" : choice === "abort" ? "danger" : undefined;
        return (
          <Button
            key={choice}
            {...(kind && { kind })}
            icon={icon}
            disabled={busy}
            aria-keyshortcuts={key}
            onClick={() => onChoose(choice)}
          >
            {t(word)} <kbd aria-hidden="true">{key}</kbd>
          </Button>
        );
      })}
    </div>
  );
}
