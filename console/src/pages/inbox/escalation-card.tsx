import { useCallback, useState } from "react";
import type { Escalation, EscalationDecision } from "../../../../src/contracts/api/run.ts";
import { hrefTo } from "../../app/router.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Details } from "../../design/details.tsx";
import { Icon } from "../../design/icon.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { toast } from "../../design/toast.tsx";
import { useKeys } from "../../design/use-keys.ts";
import { When } from "../../design/when.tsx";
import { ValuesForm } from "../../form/values-form.tsx";
import { type TextKey, useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { type Mutation, useMutation } from "../../live/use-mutation.ts";
import { callTitle } from "../../plan/step-title.ts";
import { ReasonField } from "./reason-field.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { AssignForm } from "./assign-form.tsx";
import { ChangeTable } from "./change-table.tsx";
import { Countdown } from "./countdown.tsx";
import { choiceStyles, type ChoiceName, isChoice, kindWord } from "./escalation-words.ts";

type Props = { escalation: Escalation; onDecided: () => void };

/** An escalation with its choices. */
export function EscalationCard({ escalation, onDecided }: Props) {
  const { t, language } = useI18n();
  const { escalation_id: id, kind, call, question, opened_at: at } = escalation;
  return (
    <article className="card draft-card" aria-labelledby="escalation-title">
      <header>
        <div className="grow stack tight">
          <span className="row">
            <Badge tone="warn" icon="hand">
              {t(kindWord(kind))}
            </Badge>
            <a className="small" href={hrefTo(["runs", escalation.run_id], { step: escalation.step_id })}>
              {t("inbox.run")}
            </a>
            <span className="small faint">
              <When at={at} />
              {escalation.reminded_at !== null && ` · ${t("inbox.reminded")}`}
            </span>
            {escalation.deadline_at !== null && <Countdown until={escalation.deadline_at} />}
          </span>
          <h2 id="escalation-title">
            {call === null ? question : callTitle(call.verb_id, call.args, { t, language })}
          </h2>
        </div>
      </header>
      <div className="body stack">
        <PendingCall escalation={escalation} />
        <Assign escalation={escalation} />
        <Details
          rows={[
            ["escalation_id", id],
            ["run_id", escalation.run_id],
            ["step_id", escalation.step_id],
            ["verb_id", call?.verb_id],
            ["code", escalation.error?.code],
          ]}
        />
      </div>
      <div className="decision-bar">
        <Decide escalation={escalation} onDecided={onDecided} />
      </div>
    </article>
  );
}

function Assign({ escalation: { escalation_id: id, assignee, hand_overs: handOvers } }: { escalation: Escalation }) {
  const assign = useMutation(
    useCallback(async (to: string) => void (await api.assignEscalation({ params: { id }, body: { to } })), [id]),
  );
  return (
    <>
      <ProblemNotice error={assign.error} />
      <AssignForm assignee={assignee} handOvers={handOvers} busy={assign.busy} onAssign={assign.start} />
    </>
  );
}

/** What the call would do: why it stopped, and the values it writes. */
function PendingCall({ escalation: { kind, error, call, changes } }: { escalation: Escalation }) {
  const { t } = useI18n();
  const isApproval = kind === "approval";
  const change = changes ?? (call === null ? undefined : { before: null, after: call.args });
  return (
    <>
      {isApproval && <p>{t("escalation.approval.text")}</p>}
      {!isApproval && error !== null && (
        <p className="notice bad">
          <Icon name="warning" />
          <span>{error.message}</span>
        </p>
      )}
      {change !== undefined && Object.keys(change.after).length > 0 && <ChangeTable change={change} />}
    </>
  );
}

function Decide({ escalation, onDecided }: Props) {
  const { t } = useI18n();
  const { escalation_id: id } = escalation;
  const decide = useMutation(
    useCallback(
      async (decision: EscalationDecision) => {
        await api.decideEscalation({ params: { id }, body: decision });
        toast(t("escalation.decided", { choice: t(wordOf(decision.choice)) }));
        onDecided();
      },
      [id, t, onDecided],
    ),
  );
  if (escalation.kind === "answer")
    return (
      <div className="stack tight">
        <ProblemNotice error={decide.error} />
        <AnswerForm
          answers={escalation.answers}
          busy={decide.busy}
          onAnswer={(answer) => decide.start({ choice: "answer", answer })}
        />
      </div>
    );
  return <DecideByChoice escalation={escalation} decide={decide} />;
}

type ChoiceProps = { escalation: Escalation; decide: Mutation<[EscalationDecision]> };

function DecideByChoice({ escalation, decide }: ChoiceProps) {
  const { t } = useI18n();
  const [asks, setAsks] = useState<"edit" | "done">();
  const [typed, setReason] = useState("");
  const reason = typed.trim() === "" ? undefined : typed.trim();
  const { call } = escalation;
  const choices = escalation.choices.filter(isChoice);
  const choose = (choice: ChoiceName): void => {
    if (choice === "edit" || choice === "done") setAsks(choice);
    else if (!decide.busy) decide.start({ choice, reason });
  };
  useKeys(Object.fromEntries(choices.map((choice) => [choiceStyles[choice].key, () => choose(choice)])));
  return (
    <div className="stack tight">
      <ProblemNotice error={decide.error} />
      <ReasonField value={typed} onChange={setReason} />
      {asks === undefined ? (
        <Choices choices={choices} busy={decide.busy} onChoose={choose} />
      ) : (
        <ValuesForm
          tool={call?.verb_id ?? ""}
          side={asks === "edit" ? "input" : "output"}
          values={asks === "edit" ? (call?.args ?? {}) : {}}
          submit={t(choiceStyles[asks].word)}
          busy={decide.busy}
          onSubmit={(values) =>
            decide.start(
              asks === "edit" ? { choice: "edit", args: values, reason } : { choice: "done", output: values, reason },
            )
          }
          onCancel={() => setAsks(undefined)}
        />
      )}
    </div>
  );
}

function wordOf(choice: EscalationDecision["choice"]): TextKey {
  return choice === "answer" ? "escalation.answered" : choiceStyles[choice].word;
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
