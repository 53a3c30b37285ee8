import type { EffectView } from "../../../../src/contracts/api/run.ts";
import { Badge, type Tone } from "../../design/badge.tsx";
import { Details } from "../../design/details.tsx";
import type { IconName } from "../../design/icon.tsx";
import { EmptyState } from "../../design/load-state.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import type { ShownStep } from "../../plan/shown-step.ts";
import { toolTitle } from "../../plan/step-title.ts";
import { titlesOf } from "./run-words.ts";

const styles = {
  reserved: { tone: "idle", icon: "clock" },
  sent: { tone: "run", icon: "send" },
  confirmed: { tone: "ok", icon: "check" },
  unknown: { tone: "warn", icon: "warning" },
} as const satisfies Record<string, { tone: Tone; icon: IconName }>;

/** One change for each write: its keys in the ledger (a Draft's and an action's) are one thing to a person. */
export function changesOf(effects: readonly EffectView[]): EffectView[] {
  return effects.filter(({ step_id: step, key }) => step !== "" && !/^draft:[^:]+:/.test(key));
}

/** What the run changed, in words. */
export function Effects({ effects, steps }: { effects: readonly EffectView[]; steps: readonly ShownStep[] }) {
  const { t, language } = useI18n();
  const changes = changesOf(effects);
  const titles = titlesOf(steps, { t, language });
  if (changes.length === 0) return <EmptyState icon="read" title={t("run.effects.empty")} />;
  return (
    <ol className="effects">
      {changes.map(({ key, verb_id: verb, step_id: unit, state, args_hash: hash }) => {
        const known = isState(state) ? state : "unknown";
        return (
          <li key={key} className="stack tight">
            <div className="row spread">
              <b className="grow">{titles.get(stepOf(unit)) ?? toolTitle(verb)}</b>
              <Badge {...styles[known]}>{t(`run.effect.${known}`)}</Badge>
            </div>
            <Details
              rows={[
                ["effect_key", key],
                ["verb_id", verb],
                ["step_id", unit],
                ["args_hash", hash],
              ]}
            />
          </li>
        );
      })}
    </ol>
  );
}

/** An effect belongs to a step, or to one item of it: `step:s2:item:3`. */
export function stepOf(unit: string): string {
  return /^step:([^:]+)/.exec(unit)?.[1] ?? unit;
}

function isState(state: string): state is keyof typeof styles {
  return Object.hasOwn(styles, state);
}
