import type { ReactNode } from "react";
import type { Explanation } from "../../../../src/contracts/api/explanation.ts";
import { Details } from "../../design/details.tsx";
import { Meter } from "../../design/meter.tsx";
import { formatMoney, formatNumber } from "../../design/time.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { LessonLink } from "../lessons/teach-button.tsx";

/** Confidence, repeatability and cost of a plan; the rest is in the details. */
export function Facts({ explanation }: { explanation: Explanation }) {
  const { t, language } = useI18n();
  const { planner, confidence, estimate, considered, notes } = explanation;
  const percent = Math.round(confidence * 100);
  const tokens = estimate.input_tokens + estimate.output_tokens;
  const price =
    estimate.cost_cents === null
      ? t("common.unpriced")
      : estimate.cost_cents === 0
        ? t("common.free")
        : formatMoney(estimate.cost_cents * 1_000_000, language);
  return (
    <section className="card" aria-label={t("ask.facts")}>
      <div className="body stack">
        <div className="facts">
          <Fact name={t("ask.confidence")}>
            <span className="confidence">
              <Meter label={t("ask.confidence")} value={percent} most={100} />
              <b className="tabular">{percent} %</b>
            </span>
          </Fact>
          <Fact name={t("ask.determinism")}>{t(`ask.determinism.${planner.determinism}`)}</Fact>
          <Fact name={t("ask.cost")}>
            {price}{" "}
            {tokens > 0 && (
              <span className="quiet small">
                {t("ask.tokens", { n: tokens, count: formatNumber(tokens, language) })}
              </span>
            )}
          </Fact>
          <RunCost cost={explanation.run_cost} />
          {explanation.lesson !== null && (
            <Fact name={t("lessons.used")}>
              <LessonLink id={explanation.lesson} />
            </Fact>
          )}
          {notes.length > 0 && <Fact name={t("ask.notes")}>{notes.join(" ")}</Fact>}
        </div>
        <Details
          rows={[
            ["planner", planner.planner_id],
            ["version", planner.version],
            ["plan_hash", explanation.plan_hash],
            ["input_hash", explanation.input_hash],
          ]}
        >
          {considered.length > 0 && (
            <ul className="stack tight small" aria-label={t("ask.considered")}>
              {considered.map(({ planner_id: id, outcome, why }) => (
                <li key={id}>
                  <code>{id}</code> {outcome} <span className="quiet">{why}</span>
                </li>
              ))}
            </ul>
          )}
        </Details>
      </div>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <span className="faint small">{name}</span>
      <div>{children}</div>
    </div>
  );
}

/** The least and the most that the tools of the plan cost. */
function RunCost({ cost }: { cost: Explanation["run_cost"] }) {
  const { t, language } = useI18n();
  const { least_micro_cents: least, most_micro_cents: most, unpriced } = cost;
  const amounts = [...new Set([least, most])].map((amount) => formatMoney(amount, language)).join(" – ");
  const nothing = t(unpriced.length > 0 ? "common.unpriced" : "common.free");
  return <Fact name={t("ask.runCost")}>{most === 0 ? nothing : amounts}</Fact>;
}
