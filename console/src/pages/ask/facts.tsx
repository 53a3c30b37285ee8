import type { ReactNode } from "react";
import type { Explanation } from "../../../../src/contracts/api/explanation.ts";
import { Badge } from "../../design/badge.tsx";
import { CopyText } from "../../design/copy-text.tsx";
import { Meter } from "../../design/meter.tsx";
import { Icon } from "../../design/icon.tsx";
import { useI18n } from "../../i18n/i18n.ts";

/** Confidence, determinism, cost and hashes of a plan. */
export function Facts({ explanation }: { explanation: Explanation }) {
  const { t } = useI18n();
  const { planner, confidence, estimate, considered, notes } = explanation;
  const percent = Math.round(confidence * 100);
  const price = estimate.cost_cents === null ? t("common.unpriced") : priceOf(estimate.cost_cents, t("common.free"));
  const tokens = estimate.input_tokens + estimate.output_tokens;
  return (
    <section className="card" aria-label={t("ask.planner")}>
      <div className="body facts">
        <Fact name={t("ask.confidence")}>
          <span className="confidence">
            <Meter label={t("ask.confidence")} value={percent} most={100} />
            <b className="tabular">{percent} %</b>
          </span>
        </Fact>
        <Fact name={t("ask.determinism")}>
          <Badge
            tone={planner.determinism === "full" ? "ok" : "warn"}
            icon={planner.determinism === "full" ? "check" : "dot"}
          >
            {planner.determinism}
          </Badge>{" "}
          <span className="quiet small">{t(`ask.determinism.${planner.determinism}`)}</span>
        </Fact>
        <Fact name={t("ask.cost")}>
          {price} {tokens > 0 && <span className="quiet small">{t("ask.tokens", { n: tokens })}</span>}
        </Fact>
        <Fact name={t("ask.planner")}>
          <code>{planner.planner_id}</code> <span className="faint small mono">{planner.version}</span>
        </Fact>
        <Fact name={t("ask.hash.plan")}>
          <CopyText text={explanation.plan_hash} />
        </Fact>
        <Fact name={t("ask.hash.input")}>
          <CopyText text={explanation.input_hash} />
        </Fact>
        {considered.length > 0 && <Considered considered={considered} />}
        {notes.length > 0 && <Fact name={t("ask.notes")}>{notes.join(" ")}</Fact>}
      </div>
    </section>
  );
}

function priceOf(cents: number, free: string): string {
  return cents === 0 ? free : `${cents} ¢`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <span className="faint small">{name}</span>
      <div>{children}</div>
    </div>
  );
}

/** The planner's questions; nothing if the plan is complete. */
export function Questions({ questions }: Pick<Explanation, "questions">) {
  const { t } = useI18n();
  if (questions.length === 0) return null;
  return (
    <section className="notice warn" aria-label={t("ask.questions")}>
      <Icon name="hand" />
      <div className="stack tight">
        {questions.map(({ question, choices }) => (
          <p key={question}>
            <b>{question}</b> {choices.join(", ")}
          </p>
        ))}
        <p className="quiet small">{t("ask.questions.hint")}</p>
      </div>
    </section>
  );
}

function Considered({ considered }: Pick<Explanation, "considered">) {
  const { t } = useI18n();
  return (
    <Fact name={t("ask.considered")}>
      <ul className="stack tight small">
        {considered.map(({ planner_id: id, outcome, why }) => (
          <li key={id}>
            <code>{id}</code> <Badge tone={outcome === "taken" ? "ok" : "idle"}>{outcome}</Badge>{" "}
            <span className="quiet">{why}</span>
          </li>
        ))}
      </ul>
    </Fact>
  );
}
