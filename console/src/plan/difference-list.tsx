import type { ReactNode } from "react";
import type { SavedPlanDiff } from "../../../src/contracts/api/plans.ts";
import { Badge } from "../design/badge.tsx";
import { useI18n } from "../i18n/i18n.ts";
import { JsonView } from "./json-view.tsx";

type Difference = SavedPlanDiff["differences"][number];
type Props<D> = {
  differences: readonly D[];
  before: string;
  after: string;
  /** What else to show of a difference. */
  note?: (difference: D) => ReactNode;
};

/** A limit for the page; the API returns all differences. */
const maxShown = 200;

/** Differences of two documents, side by side. */
export function DifferenceList<D extends Difference>({ differences, before, after, note }: Props<D>) {
  const { t } = useI18n();
  return (
    <ul className="stack">
      {differences.slice(0, maxShown).map((one) => (
        <li key={`${one.kind}${one.pointer}`} className="card">
          <header>
            <code>{one.pointer === "" ? "/" : one.pointer}</code>
            <span className="row">
              <Badge tone={one.kind === "removed" ? "bad" : one.kind === "added" ? "ok" : "warn"}>
                {t(`run.diff.${one.kind}`)}
              </Badge>
              {note !== undefined && <span className="small faint">{note(one)}</span>}
            </span>
          </header>
          <div className="body sides">
            <Side title={before} value={one.before} />
            <Side title={after} value={one.after} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Side({ title, value }: { title: string; value: unknown }) {
  return (
    <div className="stack tight">
      <h3 className="small faint">{title}</h3>
      {value === undefined ? <p className="faint">—</p> : <JsonView value={value} label={title} />}
    </div>
  );
}
