import { determinismGuarantees } from "./determinism-guarantees.ts";
import type { Finding, KitContract } from "./finding.ts";
import { absent, type Guarantee } from "./guarantee.ts";
import { reactGuarantees } from "./react-guarantees.ts";
import type { SendRequest } from "./send-request.ts";
import { serviceGuarantees } from "./service-guarantees.ts";
import { structuredGuarantees } from "./structured-guarantees.ts";

const guarantees: readonly Guarantee[] = [
  ...serviceGuarantees,
  ...structuredGuarantees,
  ...determinismGuarantees,
  ...reactGuarantees,
];

export async function* checkGuarantees(ask: SendRequest, contracts: readonly KitContract[]): AsyncGenerator<Finding> {
  const claimed = guarantees.filter(({ contract }) => contracts.includes(contract));
  for (const { findViolation, ...promised } of claimed) {
    const broken = await findViolation(ask);
    if (broken === undefined || broken === absent) yield { ...promised, outcome: broken ?? "kept" };
    else yield { ...promised, outcome: "broken", detail: broken };
  }
}
