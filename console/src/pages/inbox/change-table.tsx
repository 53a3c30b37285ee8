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
          <th scope="col">{t(before === null ? "draft.value" : "draft.after")}</th>
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
            <td className="is">
              <Value value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value in words; a list of records as a small table. */
function Value({ value }: { value: unknown }) {
  if (!isRecordList(value)) return <>{valueText(value)}</>;
  const names = [...new Set(value.flatMap(Object.keys))];
  return (
    <table className="change nested">
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col" title={name}>
              {fieldTitle(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {value.map((row, at) => (
          <tr key={at}>
            {names.map((name) => (
              <td key={name}>{valueText(row[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isRecordList(value: unknown): value is Record<string, unknown>[] {
  const isRecord = (one: unknown): boolean => typeof one === "object" && one !== null && !Array.isArray(one);
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "—";
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
