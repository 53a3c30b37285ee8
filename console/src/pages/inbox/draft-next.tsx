import type { ReactNode } from "react";
import type { DraftView } from "../../../../src/contracts/api/drafts.ts";
import { hrefTo } from "../../app/router.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { useKeys } from "../../design/use-keys.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { AnswerForm, RewriteForm } from "./draft-forms.tsx";
import { PickList } from "./pick-list.tsx";
import type { DraftAct } from "./use-draft.ts";

type NextProps = {
  view: DraftView;
  disabled: boolean;
  /** An edit is open: nothing may be applied until it is saved or cancelled. */
  isEditing: boolean;
  /** A record changed after the Draft was made: it has to be rebuilt. */
  hasChanged: boolean;
  onAct: (act: DraftAct) => void;
  onPage: (page: number) => void;
};

/** The next action on the Draft, in a bar that stays in sight. */
export function DraftNext(props: NextProps) {
  const content = <NextAction {...props} />;
  if (props.view.next.do === "nothing") return null;
  return <div className="decision-bar">{content}</div>;
}

function NextAction({ view, disabled, isEditing, hasChanged, onAct, onPage }: NextProps) {
  const { t } = useI18n();
  const { next } = view;
  const mayCancel = view.draft.status === "DRAFT" && next.do !== "rebuild";
  const cancel = mayCancel ? <Cancel disabled={disabled} onAct={onAct} /> : null;
  if (hasChanged) return <Rebuild disabled={disabled} onAct={onAct} text={t("draft.changed.rebuild")} end={cancel} />;
  switch (next.do) {
    case "apply":
      return <Apply {...{ view, disabled, isEditing, onAct }} approvals={next.approvals} quorum={next.quorum} />;
    case "confirm":
      return <Confirm {...{ disabled, isEditing, onAct }} writes={next.writes} />;
    case "pick":
      return (
        <div className="stack tight">
          <PickList next={next} disabled={disabled} onAct={onAct} onPage={onPage} />
          <div className="row">{cancel}</div>
        </div>
      );
    case "answer":
      return <AnswerForm questions={next.questions} disabled={disabled} onAct={onAct} end={cancel} />;
    case "refine":
      return (
        <RewriteForm {...{ view, disabled, onAct }} text={t("draft.refine", { query: next.query })} end={cancel} />
      );
    case "menu":
      return <RewriteForm {...{ view, disabled, onAct }} text={t("draft.menu")} end={cancel} />;
    case "wait":
      return (
        <div className="row">
          <Badge tone="run" icon="ring">
            {t("draft.wait")}
          </Badge>
          {cancel}
        </div>
      );
    case "settle":
      return (
        <p className="notice warn">
          <Icon name="warning" />
          <span>
            {t("draft.settle")}{" "}
            {next.escalation_ids.map((id) => (
              <a key={id} href={hrefTo(["inbox", "escalation", id])}>
                {t("escalation.effect")}
              </a>
            ))}
          </span>
        </p>
      );
    case "retry":
      return <Retry left={next.left} disabled={disabled || isEditing} onAct={onAct} end={cancel} />;
    case "rebuild":
      return <Rebuild disabled={disabled} onAct={onAct} text={t("draft.rebuild.text")} end={null} />;
    case "nothing":
      return null;
    default:
      return next satisfies never;
  }
}

type ActProps = Pick<NextProps, "disabled" | "onAct">;
type GuardedProps = ActProps & Pick<NextProps, "isEditing">;

/** Applies on click or with the key `a`. */
function ApplyButton({
  icon,
  disabled,
  onAct,
  children,
}: ActProps & { icon: "check" | "repeat"; children: ReactNode }) {
  const apply = (): void => onAct({ do: "apply" });
  useKeys({ a: disabled ? undefined : apply });
  return (
    <Button kind="primary" icon={icon} disabled={disabled} aria-keyshortcuts="a" onClick={apply}>
      {children} <kbd aria-hidden="true">a</kbd>
    </Button>
  );
}

function Apply({
  view,
  disabled,
  isEditing,
  onAct,
  approvals,
  quorum,
}: GuardedProps & { view: DraftView; approvals: number; quorum: number }) {
  const { t } = useI18n();
  return (
    <div className="row">
      <ApplyButton icon="check" disabled={disabled || isEditing} onAct={onAct}>
        {t("draft.apply.all", { n: view.writes })}
      </ApplyButton>
      <Cancel disabled={disabled} onAct={onAct} />
      {isEditing && <Unsaved />}
      {quorum > 1 && <span className="small quiet">{t("draft.approvals", { n: approvals, quorum })}</span>}
    </div>
  );
}

function Unsaved() {
  const { t } = useI18n();
  return (
    <span className="small tone-warn" role="status">
      {t("draft.unsaved")}
    </span>
  );
}

/** Uses another key than Apply, so that holding a key down confirms nothing. */
function Confirm({ disabled, isEditing, onAct, writes }: GuardedProps & { writes: number }) {
  const { t } = useI18n();
  const isBlocked = disabled || isEditing;
  useKeys({ y: isBlocked ? undefined : () => onAct({ do: "confirm" }) });
  return (
    <div className="stack tight">
      <p>
        <b>{t("draft.confirm.text")}</b>
      </p>
      <div className="row">
        <Button kind="primary" disabled={isBlocked} aria-keyshortcuts="y" onClick={() => onAct({ do: "confirm" })}>
          {t("draft.confirm", { n: writes })} <kbd aria-hidden="true">y</kbd>
        </Button>
        <Cancel disabled={disabled} onAct={onAct} />
        {isEditing && <Unsaved />}
      </div>
    </div>
  );
}

function Retry({ left, disabled, onAct, end }: ActProps & { left: number; end: ReactNode }) {
  const { t } = useI18n();
  return (
    <div className="row">
      <ApplyButton icon="repeat" disabled={disabled} onAct={onAct}>
        {t("draft.retry", { n: left })}
      </ApplyButton>
      {end}
      <span className="small quiet">{t("draft.retry.text")}</span>
    </div>
  );
}

function Rebuild({ disabled, onAct, text, end }: ActProps & { text: string; end: ReactNode }) {
  const { t } = useI18n();
  return (
    <div className="row">
      <Button kind="primary" icon="repeat" disabled={disabled} onClick={() => onAct({ do: "rebuild" })}>
        {t("draft.rebuild")}
      </Button>
      {end}
      <span className="small quiet">{text}</span>
    </div>
  );
}

function Cancel({ disabled, onAct }: ActProps) {
  const { t } = useI18n();
  return (
    <Button kind="danger" icon="cross" disabled={disabled} onClick={() => onAct({ do: "cancel" })}>
      {t("draft.cancel")}
    </Button>
  );
}
