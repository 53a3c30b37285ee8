import { useState } from "react";
import type { RunEvent } from "../../../../src/contracts/api/run.ts";
import { Details } from "../../design/details.tsx";
import { Icon, type IconName } from "../../design/icon.tsx";
import { EmptyState } from "../../design/load-state.tsx";
import { formatDateTime } from "../../design/time.ts";
import { VirtualList } from "../../design/virtual-list.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { JsonView } from "../../plan/json-view.tsx";
import { isFields, type ShownStep } from "../../plan/shown-step.ts";
import { panelHeight } from "./panel-height.ts";
import { entryText, titlesOf } from "./run-words.ts";

/** The journal in words; selecting an entry shows its payload. */
export function Journal({ entries, steps }: { entries: readonly RunEvent[]; steps: readonly ShownStep[] }) {
  const { t, language } = useI18n();
  const [chosen, setChosen] = useState<number>();
  const entry = entries.find(({ seq }) => seq === chosen);
  const titles = titlesOf(steps, { t, language });
  if (entries.length === 0) return <EmptyState icon="clock" title={t("run.journal.empty")} />;
  return (
    <div className="journal" style={{ height: panelHeight }}>
      <VirtualList label={t("run.journal.label")} items={entries} rowHeight={40} height="100%" keyOf={({ key }) => key}>
        {(one) => (
          <button
            type="button"
            className="journal-line"
            aria-pressed={one.seq === chosen}
            onClick={() => setChosen(one.seq === chosen ? undefined : one.seq)}
          >
            <FactIcon fact={one.fact} />
            <span className="clip">{entryText(one, titles, { t, language })}</span>
            <time className="faint tabular" dateTime={one.at}>
              {formatDateTime(one.at, language)}
            </time>
          </button>
        )}
      </VirtualList>
      {entry !== undefined && (
        <div className="journal-entry stack tight">
          <JsonView value={entry.fact} label={t("run.payload")} />
          <Details
            rows={[
              ["key", entry.key],
              ["seq", String(entry.seq)],
            ]}
          />
        </div>
      )}
    </div>
  );
}

function FactIcon({ fact }: { fact: RunEvent["fact"] }) {
  const { kind, result } = fact;
  const failed = isFields(result) && result["ok"] === false;
  const icons: Readonly<Record<string, IconName>> = { readback: "read", decision: "hand", cancel: "stop" };
  const name = icons[typeof kind === "string" ? kind : ""] ?? (failed ? "cross" : "check");
  return <Icon name={name} size={15} className={failed ? "tone-bad" : "tone-ok"} />;
}
