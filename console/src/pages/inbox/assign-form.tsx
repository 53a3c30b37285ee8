import { useState } from "react";
import { Button } from "../../design/button.tsx";
import { When } from "../../design/when.tsx";
import { useI18n } from "../../i18n/i18n.ts";

type HandOver = { to: string; by: string; at: string; reason: string | null };
type Props = {
  assignee: string | null;
  handOvers?: readonly HandOver[];
  busy: boolean;
  /** Absent where the question is no longer open. */
  onAssign?: ((to: string) => void) | undefined;
};

/** Who is asked, who was before, and a form to ask somebody else. */
export function AssignForm({ assignee, handOvers = [], busy, onAssign }: Props) {
  const { t } = useI18n();
  const [typed, setPerson] = useState("");
  const person = typed.trim();
  return (
    <details className="small">
      <summary>{assignee === null ? t("inbox.assign") : t("inbox.assignee", { name: assignee })}</summary>
      <div className="stack tight">
        {handOvers.map(({ to, by, at, reason }) => (
          <p key={at + to} className="quiet">
            {t("inbox.handed", { by, to })}, <When at={at} />
            {reason !== null && ` · ${reason}`}
          </p>
        ))}
        {onAssign !== undefined && (
          <form
            className="row"
            onSubmit={(event) => {
              event.preventDefault();
              if (person !== "" && !busy) onAssign(person);
              setPerson("");
            }}
          >
            <input
              className="input grow"
              aria-label={t("inbox.assign.to")}
              placeholder={t("inbox.assign.to")}
              maxLength={200}
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setPerson(target.value)}
            />
            <Button type="submit" disabled={busy || person === ""}>
              {t("inbox.assign")}
            </Button>
          </form>
        )}
      </div>
    </details>
  );
}
