import type { DecisionView } from "../../../../src/contracts/api/agents.ts";
import { formatRelative } from "../../design/time.ts";
import { isTextKey } from "../../i18n/i18n.ts";
import { detailText } from "./decision-detail.ts";
import type { Speech } from "../../plan/step-title.ts";

/** A decision as one sentence: what happened, why, and when the next run is possible. */
export function decisionText(decision: DecisionView, now: number, { t, language }: Speech): string {
  const { outcome, reason, limit, until, detail, trigger } = decision;
  if (outcome !== "skipped") {
    const isManual = outcome === "fired" && trigger === "manual";
    const key = isManual || reason === "debounce" ? `decision.${outcome}.${reason ?? trigger}` : `decision.${outcome}`;
    return [isTextKey(key) ? t(key) : "", outcome === "fired" ? (detail ?? "") : ""].filter(Boolean).join(" ");
  }
  const key = `decision.skipped.${reason ?? "late"}`;
  const isAhead = until !== null && Date.parse(until) > now;
  const next = isAhead ? t("decision.next", { time: formatRelative(until, now, language) }) : "";
  const why = t(isTextKey(key) ? key : "decision.skipped.late", {
    limit: limit ?? 0,
    detail: detail === null ? "" : isCondition(reason) ? detailText(detail, { t }) : detail,
  });
  return [why, next].filter(Boolean).join(" ");
}

/** Whether the detail was written by the program, not by a person. */
function isCondition(reason: string | null): boolean {
  return reason === "condition" || reason === "unknown";
}
