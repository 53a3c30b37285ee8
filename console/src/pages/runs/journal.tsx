import { useState } from "react";
import type { RunEvent } from "../../../../src/contracts/api/run.ts";
import { EmptyState } from "../../design/load-state.tsx";
import { Icon, type IconName } from "../../design/icon.tsx";
import { formatTime } from "../../design/time.ts";
import { VirtualList } from "../../design/virtual-list.tsx";
import { JsonView } from "../../plan/json-view.tsx";
import { isFields } from "../../plan/shown-step.ts";
import { type Translate, useI18n } from "../../i18n/i18n.ts";
import { panelHeight } from "./panel-height.ts";

/** The journal; selecting an entry shows its payload. */
export function Journal({ entries }: { entries: readonly RunEvent[] }) {
  const { t, language } = useI18n();
  const [chosen, setChosen] = useState<number>();
  const entry = entries.find(({ seq }) => seq === chosen);
  if (entries.length === 0) return <EmptyState icon="clock" title={t("run.journal.empty")} />;
  return (
    <div className="journal" style={{ height: panelHeight }}>
      <VirtualList label={t("run.journal.label")} items={entries} rowHeight={36} height="100%" keyOf={({ key }) => key}>
        {({ seq, at, key, fact }) => (
          <button
            type="button"
            className="journal-line"
            aria-pressed={seq === chosen}
            onClick={() => setChosen(seq === chosen ? undefined : seq)}
          >
            <time className="faint tabular" dateTime={at}>
              {formatTime(at, language)}
            </time>
            <FactIcon fact={fact} />
            <code className="clip">{key}</code>
            <span className="clip quiet">{wordsOf(fact, t)}</span>
          </button>
        )}
      </VirtualList>
      {entry !== undefined && (
        <div className="journal-entry">
          <JsonView value={entry} label={entry.key} />
        </div>
      )}
    </div>
  );
}

function FactIcon({ fact }: { fact: RunEvent["fact"] }) {
  const result = fact["result"];
  const failed = isFields(result) && result["ok"] === false;
  const icons: Readonly<Record<string, IconName>> = { readback: "read", decision: "hand", cancel: "stop" };
  const name = icons[textOf(fact["kind"])] ?? (failed ? "cross" : "check");
  return <Icon name={name} size={15} className={failed ? "tone-bad" : "tone-ok"} />;
}

function wordsOf(fact: RunEvent["fact"], t: Translate): string {
  const { kind, result, decision } = fact;
  const by = textOf(fact["by"]);
  switch (kind) {
    case "attempt": {
      const words = t("run.fact.attempt", { n: Number(fact["attempt"]) });
      const error = isFields(result) && isFields(result["error"]) ? result["error"] : undefined;
      return error === undefined ? words : `${words} · ${textOf(error["message"])}`;
    }
    case "readback":
      return t("run.fact.readback", { found: textOf(fact["found"]) });
    case "decision":
      return t("run.fact.decision", { by, choice: isFields(decision) ? textOf(decision["choice"]) : "" });
    default:
      return t("run.fact.cancel", { by, reason: textOf(fact["reason"]) });
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
