import type { DraftChange, DraftView } from "../../../../src/contracts/api/drafts.ts";
import { Badge, type Tone } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import type { IconName } from "../../design/icon.tsx";
import { ValuesForm } from "../../form/values-form.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { callTitle } from "../../plan/step-title.ts";
import { ChangeTable } from "./change-table.tsx";
import type { DraftAct } from "./use-draft.ts";

type DraftAction = DraftView["draft"]["actions"][number];

/** What the person has begun and not saved; nothing can be applied meanwhile. */
type DraftEditing = { action?: string; dropped: ReadonlySet<string> };
export const noEditing: DraftEditing = { dropped: new Set() };

type Props = {
  view: DraftView;
  canEdit: boolean;
  busy: boolean;
  editing: DraftEditing;
  /** Current values by action, where a record changed after the Draft was made. */
  now: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  onEditing: (editing: DraftEditing) => void;
  onEdit: (act: DraftAct) => void;
};

/** Every action with its changes. */
export function DraftActions(props: Props) {
  const { t } = useI18n();
  const { view, canEdit, editing, onEditing, onEdit, busy } = props;
  const { actions } = view.draft;
  const changes = new Map(view.changes.map((change) => [change.action_id, change]));
  const { dropped } = editing;
  if (actions.length === 0) return null;
  return (
    <section className="stack tight" aria-label={t("draft.actions", { n: actions.length })}>
      <h3>
        {t("draft.actions", { n: actions.length })}{" "}
        {view.writes > 0 && view.writes !== actions.length && (
          <span className="faint small">{t("draft.writes", { n: view.writes })}</span>
        )}
      </h3>
      <ol className="draft-actions">
        {actions.map((action) => (
          <ActionItem key={action.action_id} {...props} action={action} change={changes.get(action.action_id)} />
        ))}
      </ol>
      {canEdit && dropped.size > 0 && (
        <div className="row">
          <Button
            icon="cross"
            disabled={busy || dropped.size === actions.length}
            onClick={() => onEdit({ do: "edit", remove: [...dropped] })}
          >
            {t("draft.remove.unchecked", { n: dropped.size })}
          </Button>
          <Button kind="plain" onClick={() => onEditing(noEditing)}>
            {t("draft.keep.all")}
          </Button>
        </div>
      )}
    </section>
  );
}

const outcomes = {
  PENDING: { tone: "idle", icon: "dot" },
  SUCCEEDED: { tone: "ok", icon: "check" },
  FAILED: { tone: "bad", icon: "cross" },
  UNKNOWN: { tone: "warn", icon: "warning" },
} as const satisfies Record<string, { tone: Tone; icon: IconName }>;

function ActionItem(props: Props & { action: DraftAction; change: DraftChange | undefined }) {
  const { t, language } = useI18n();
  const { view, action, change, canEdit, busy, editing, now, onEditing, onEdit } = props;
  const { action_id: id, outcome } = action;
  const { preview, tool_slug: tool, args } = action.action;
  const title = preview || callTitle(tool, args, { t, language });
  const isEdited = editing.action === id;
  const isDropped = editing.dropped.has(id);
  const toggle = (): void => {
    const dropped = new Set(editing.dropped);
    if (!dropped.delete(id)) dropped.add(id);
    onEditing({ ...editing, dropped });
  };
  return (
    <li className={isDropped ? "dropped" : ""}>
      <div className="row spread">
        {canEdit && view.draft.actions.length > 1 && (
          <input type="checkbox" className="check" checked={!isDropped} aria-label={title} onChange={toggle} />
        )}
        <b className="grow">{title}</b>
        {outcome.status !== "PENDING" && (
          <Badge {...outcomes[outcome.status]}>{t(`draft.outcome.${outcome.status}`)}</Badge>
        )}
        {canEdit && !isEdited && editing.action === undefined && (
          <Button small kind="plain" icon="write" onClick={() => onEditing({ ...editing, action: id })}>
            {t("draft.edit")}
          </Button>
        )}
      </div>
      {outcome.status === "FAILED" && <p className="small tone-bad">{outcome.message}</p>}
      {outcome.status === "SUCCEEDED" && outcome.reused !== undefined && (
        <p className="small">{t("draft.reused", { id: outcome.reused })}</p>
      )}
      {isEdited && (
        <ValuesForm
          tool={tool}
          values={args}
          submit={t("draft.edit.save")}
          busy={busy}
          onSubmit={(edited) => onEdit({ do: "edit", actions: [{ action_id: id, args: edited }] })}
          onCancel={() => onEditing({ dropped: editing.dropped })}
        />
      )}
      {!isEdited && change !== undefined && (change.before !== null || now.has(id)) && (
        <ChangeTable change={change} now={now.get(id)} />
      )}
      {!isEdited && change !== undefined && change.before === null && !now.has(id) && (
        <details className="small">
          <summary>{t("draft.values")}</summary>
          <ChangeTable change={change} />
        </details>
      )}
    </li>
  );
}
