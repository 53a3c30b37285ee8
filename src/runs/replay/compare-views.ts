import type { Divergence } from "../../contracts/determinism/replay.ts";
import { canonicalText } from "../../plan/canonical.ts";
import type { Json } from "../../plan/json.ts";
import { orderOfTexts } from "../condition.ts";
import type { RunView } from "../run-view.ts";
import type { FactOf } from "../unit.ts";
import { divergence } from "./walk.ts";

/** Compares two runs of one plan, step by step. */
export function compareViews(recorded: RunView, replayed: RunView): Divergence[] {
  return recorded.plan.steps.flatMap(({ id }, at) => {
    const before = digest(recorded, id, at);
    const after = digest(replayed, id, at);
    return aspects.flatMap((aspect) => {
      const same = canonicalText(before[aspect]) === canonicalText(after[aspect]);
      return same ? [] : [divergence(id, aspect, [before[aspect], after[aspect]])];
    });
  });
}

const aspects = ["order", "skill", "params", "status", "code", "retries", "cost"] as const;
type Digest = Record<(typeof aspects)[number], Json>;

/** The order of parallel steps is not deterministic; only whether the step ran counts. */
function digest(view: RunView, step: string, at: number): Digest {
  const attempts = view.journal.flatMap(({ fact }) =>
    fact.kind === "attempt" && fact.step === step && fact.undo !== true ? fact : [],
  );
  const row = view.rows[at];
  const last = attempts.at(-1)?.result;
  return {
    order: attempts.length > 0,
    skill: attempts[0]?.verb ?? null,
    params: attempts.map((fact) => fact.argsHash ?? "").toSorted(orderOfTexts),
    status: row === undefined ? null : { ok: row.ok, skipped: row.skipped, reason: row.reason },
    code: last === undefined || last.ok ? null : last.error.code,
    retries: Math.max(0, attempts.length - units(attempts)),
    cost: attempts.reduce((sum, fact) => sum + (fact.costMicroCents ?? 0), 0),
  };
}

function units(attempts: readonly FactOf<"attempt">[]): number {
  return new Set(attempts.map((fact) => fact.item ?? -1)).size;
}
