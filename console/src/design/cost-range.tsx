import type { PlanCost } from "../../../src/contracts/api/run.ts";
import { useI18n } from "../i18n/i18n.ts";
import { formatMoney } from "./time.ts";

/** The least and the most that something costs; what has no price is not counted as free. */
export function CostRange({ cost }: { cost: PlanCost }) {
  const { t, language } = useI18n();
  const { least_micro_cents: least, most_micro_cents: most, unpriced } = cost;
  const amounts = [...new Set([least, most])].map((amount) => formatMoney(amount, language)).join(" – ");
  if (unpriced.length === 0) return most === 0 ? t("common.free") : amounts;
  const names = <span title={unpriced.join(", ")}>{t("common.unpriced")}</span>;
  return most === 0 ? (
    names
  ) : (
    <>
      {amounts} <span className="quiet small">+ {names}</span>
    </>
  );
}
