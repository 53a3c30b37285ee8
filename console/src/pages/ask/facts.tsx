import type { ReactNode } from "react";
import type { Explanation } from "../../../../src/contracts/api/explanation.ts";
import { Details } from "../../design/details.tsx";
import { Meter } from "../../design/meter.tsx";
import { CostRange } from "../../design/cost-range.tsx";
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
          <RunCosts explanation={explanation} />
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

function RunCosts({ explanation }: { explanation: Explanation }) {
  const { t } = useI18n();
  return (
    <>
      <Fact name={t("ask.runCost")}>
        <CostRange cost={explanation.run_cost} />
      </Fact>
      <Fact name={t("ask.reactCost")}>
        <CostRange cost={explanation.react_cost} />
      </Fact>
    </>
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
