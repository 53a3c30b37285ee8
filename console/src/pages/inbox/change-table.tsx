import type { DraftChange } from "../../../../src/contracts/api/drafts.ts";
import { flatten } from "../../form/schema-fields.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { fieldTitle } from "../../plan/step-title.ts";

type Props = {
  change: Pick<DraftChange, "before" | "after">;
  /** Current values of fields that changed after the Draft was made. */
  now?: ReadonlyMap<string, unknown> | undefined;
};

/** A change field by field: before, after and, where it changed in between, now. */
export function ChangeTable({ change, now = new Map() }: Props) {
  const { t } = useI18n();
  const after = flatten(change.after);
  const before = change.before === null ? null : flatten(change.before);
  return (
    <table className="change">
      <thead>
        <tr>
          <th scope="col">{t("draft.field")}</th>
          {before !== null && <th scope="col">{t("draft.before")}</th>}
          {now.size > 0 && <th scope="col">{t("draft.now")}</th>}
          <th scope="col">{t("draft.after")}</th>
        </tr>
      </thead>
      <tbody>
        {[...after].map(([name, value]) => (
          <tr key={name}>
            <th scope="row" title={name}>
              {fieldTitle(name)}
            </th>
            {before !== null && <td className="was">{before.has(name) ? valueText(before.get(name)) : "—"}</td>}
            {now.size > 0 && <td className="now">{now.has(name) ? valueText(now.get(name)) : ""}</td>}
            <td className="is">{valueText(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "—";
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
