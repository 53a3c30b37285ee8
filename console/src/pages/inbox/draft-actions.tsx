import { useState } from "react";
import type { DraftChange, DraftView } from "../../../../src/contracts/api/drafts.ts";
import { Badge, type Tone } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import type { IconName } from "../../design/icon.tsx";
import { parseObject } from "../../plan/parse-object.ts";
import { isFields } from "../../plan/shown-step.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { DraftAct } from "./use-draft.ts";

type DraftAction = DraftView["draft"]["actions"][number];
type Props = { view: DraftView; canEdit: boolean; busy: boolean; onEdit: (act: DraftAct) => void };

/** Every action with its changes. */
export function DraftActions({ view, canEdit, busy, onEdit }: Props) {
  const { t } = useI18n();
  const { actions } = view.draft;
  const changes = new Map(view.changes.map((change) => [change.action_id, change]));
  if (actions.length === 0) return null;
  return (
    <section className="stack tight" aria-label={t("draft.actions", { n: actions.length })}>
      <h3>
        {t("draft.actions", { n: actions.length })}{" "}
        {view.writes > 0 && <span className="faint small">{t("draft.writes", { n: view.writes })}</span>}
      </h3>
      <ol className="draft-actions">
        {actions.map((action) => (
          <ActionRow
            key={action.action_id}
            action={action}
            change={changes.get(action.action_id)}
            canEdit={canEdit}
            canRemove={canEdit && actions.length > 1}
            busy={busy}
            onEdit={onEdit}
          />
        ))}
      </ol>
    </section>
  );
}

const outcomes = {
  PENDING: { tone: "idle", icon: "dot" },
  SUCCEEDED: { tone: "ok", icon: "check" },
  FAILED: { tone: "bad", icon: "cross" },
  UNKNOWN: { tone: "warn", icon: "warning" },
} as const satisfies Record<string, { tone: Tone; icon: IconName }>;

type RowProps = Omit<Props, "view"> & { action: DraftAction; change: DraftChange | undefined; canRemove: boolean };

function ActionRow({ action, change, canEdit, canRemove, busy, onEdit }: RowProps) {
  const { t } = useI18n();
  const [isEdited, setIsEdited] = useState(false);
  const { action_id: id, outcome } = action;
  const { preview, tool_slug: tool, args } = action.action;
  return (
    <li>
      <div className="row spread">
        <div className="grow">
          <b>{preview || tool}</b>
          <p className="small faint mono clip">{tool}</p>
        </div>
        {outcome.status !== "PENDING" && (
          <Badge {...outcomes[outcome.status]}>{t(`draft.outcome.${outcome.status}`)}</Badge>
        )}
        {canEdit && !isEdited && (
          <span className="row">
            <Button small kind="plain" icon="write" onClick={() => setIsEdited(true)}>
              {t("draft.edit")}
            </Button>
            {canRemove && (
              <Button
                small
                kind="plain"
                icon="cross"
                disabled={busy}
                onClick={() => onEdit({ do: "edit", remove: [id] })}
              >
                {t("draft.remove")}
              </Button>
            )}
          </span>
        )}
      </div>
      {outcome.status === "FAILED" && <p className="small tone-bad">{outcome.message}</p>}
      {outcome.status === "SUCCEEDED" && outcome.reused !== undefined && (
        <p className="small">{t("draft.reused", { id: outcome.reused })}</p>
      )}
      {isEdited ? (
        <ArgsForm
          args={args}
          busy={busy}
          onSave={(edited) => onEdit({ do: "edit", actions: [{ action_id: id, args: edited }] })}
          onBack={() => setIsEdited(false)}
        />
      ) : (
        <Change change={change} />
      )}
    </li>
  );
}

/** A change field by field, before and after. */
function Change({ change }: { change: DraftChange | undefined }) {
  const { t } = useI18n();
  if (change === undefined) return null;
  const after = flat(change.after);
  const before = change.before === null ? null : flat(change.before);
  return (
    <table className="change">
      <thead>
        <tr>
          <th scope="col">{t("draft.field")}</th>
          {before !== null && <th scope="col">{t("draft.before")}</th>}
          <th scope="col">{t("draft.after")}</th>
        </tr>
      </thead>
      <tbody>
        {[...after].map(([name, value]) => (
          <tr key={name}>
            <th scope="row" className="mono">
              {name}
            </th>
            {before !== null && <td className="was">{before.has(name) ? shown(before.get(name)) : "—"}</td>}
            <td className="is">{shown(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Flattens values to dotted paths, so that people can compare fields. */
function flat(fields: Readonly<Record<string, unknown>>, path = ""): Map<string, unknown> {
  const rows = Object.entries(fields).flatMap(([name, value]) =>
    isFields(value) ? [...flat(value, `${path}${name}.`)] : [[path + name, value] as const],
  );
  return new Map(rows);
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

type FormProps = {
  args: DraftAction["action"]["args"];
  busy: boolean;
  onSave: (args: DraftAction["action"]["args"]) => void;
  onBack: () => void;
};

function ArgsForm({ args, busy, onSave, onBack }: FormProps) {
  const { t } = useI18n();
  const [text, setText] = useState(() => JSON.stringify(args, null, 2));
  const read = parseObject(text);
  return (
    <div className="stack tight">
      <textarea
        className="area mono"
        rows={6}
        aria-label={t("escalation.args")}
        aria-invalid={read === undefined}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="row">
        <Button
          small
          kind="primary"
          disabled={busy || read === undefined}
          onClick={() => read !== undefined && onSave(read)}
        >
          {t("draft.edit.save")}
        </Button>
        <Button small onClick={onBack}>
          {t("common.cancel")}
        </Button>
      </div>
    </div>
  );
}
