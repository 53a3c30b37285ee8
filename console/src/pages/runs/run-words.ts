import type { RunDetail, RunEvent } from "../../../../src/contracts/api/run.ts";
import { isFields, type ShownStep } from "../../plan/shown-step.ts";
import { type Speech, stepTitle } from "../../plan/step-title.ts";

/** The request that the run's plan answers. */
export function requestOf({ plan }: RunDetail): string | undefined {
  const { request, summary } = plan;
  const text = isFields(request) ? request["text"] : undefined;
  if (typeof text === "string" && text !== "") return text;
  return typeof summary === "string" && summary !== "" ? summary : undefined;
}

/** A journal entry as a sentence. */
export function entryText({ fact }: RunEvent, titles: ReadonlyMap<string, string>, { t }: Speech): string {
  const { kind, result, decision } = fact;
  const by = textOf(fact["by"]);
  const title = titles.get(textOf(fact["step"])) ?? textOf(fact["step"]);
  const step = fact["undo"] === true ? t("run.fact.undo", { step: title }) : title;
  switch (kind) {
    case "attempt": {
      const attempt = Number(fact["attempt"]);
      const error = isFields(result) && isFields(result["error"]) ? textOf(result["error"]["message"]) : undefined;
      if (error === undefined) return t("run.fact.done", { step });
      return t("run.fact.failed", { step, n: attempt, error });
    }
    case "readback":
      return t(
        `run.fact.readback.${fact["found"] === "done" ? "done" : fact["found"] === "absent" ? "absent" : "unknown"}`,
        {
          step,
        },
      );
    case "decision": {
      const choice = isFields(decision) ? textOf(decision["choice"]) : "";
      const reason = isFields(decision) ? textOf(decision["reason"]) : "";
      return t("run.fact.decision", { by, choice, step, reason }).trim();
    }
    case "armed":
      return t("run.fact.armed", { step });
    default:
      return t("run.fact.cancel", { by, reason: textOf(fact["reason"]) });
  }
}

export function titlesOf(steps: readonly ShownStep[], speech: Speech): Map<string, string> {
  return new Map(steps.map((step) => [step.id, stepTitle(step, speech)]));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
