import type { ReasonView } from "../../../../src/contracts/api/explanation.ts";
import { Icon } from "../../design/icon.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import type { ShownStep } from "../../plan/shown-step.ts";
import { fieldTitle, stepTitle } from "../../plan/step-title.ts";
import { valueText } from "../inbox/change-table.tsx";
import type { TextRange } from "./planned.ts";
import { piecesOf, wordsOf } from "./reasons.ts";

type Props = {
  goal: string;
  reasons: readonly ReasonView[];
  unaccounted: readonly TextRange[];
  steps: readonly ShownStep[];
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
};

/** The request with the words behind each step, and with the words that the plan does not carry. */
export function Why({ goal, reasons, unaccounted, steps, chosen, onChoose }: Props) {
  const { t } = useI18n();
  return (
    <section className="card" aria-labelledby="why-title">
      <header>
        <h2 id="why-title">{t(reasons.length === 0 ? "ask.why.steps" : "ask.why")}</h2>
      </header>
      <div className="body stack">
        <GoalWords {...{ goal, reasons, unaccounted, chosen }} />
        {unaccounted.length > 0 && (
          <p className="notice warn small" role="status">
            <Icon name="warning" size={16} />
            {t("ask.unaccounted")}
          </p>
        )}
        {reasons.length > 0 && <p className="small faint">{t("ask.why.hint")}</p>}
        <ol className="line-buttons why-steps">
          {steps.map((step) => (
            <li key={step.id}>
              <button
                type="button"
                aria-pressed={step.id === chosen}
                onClick={() => onChoose(step.id === chosen ? undefined : step.id)}
              >
                <StepWhy step={step} words={wordsOf(goal, reasons, step.id)} open={step.id === chosen} />
              </button>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function GoalWords({ goal, reasons, unaccounted, chosen }: Omit<Props, "steps" | "onChoose">) {
  const { t } = useI18n();
  return (
    <p className="goal-words">
      {piecesOf(goal, reasons, unaccounted).map((piece) => {
        if (unaccounted.some(({ from, to }) => from <= piece.from && piece.from + piece.text.length <= to))
          return (
            <mark key={piece.from} className="unused" title={t("ask.unaccounted")}>
              {piece.text}
            </mark>
          );
        const mine = piece.reasons.filter(({ step_id }) => chosen === undefined || step_id === chosen);
        if (mine.length === 0) return <span key={piece.from}>{piece.text}</span>;
        const params = [...new Set(mine.flatMap(({ param }) => param ?? []))];
        return (
          <mark
            key={piece.from}
            className={params.length > 0 ? "argument" : "tool"}
            title={params.map(fieldTitle).join(", ")}
          >
            {piece.text}
          </mark>
        );
      })}
    </p>
  );
}

function StepWhy({ step, words, open }: { step: ShownStep; words: ReadonlyMap<string, string[]>; open: boolean }) {
  const { t, language } = useI18n();
  const tool = words.get("") ?? [];
  const names = new Set([...Object.keys(step.args), ...words.keys()].filter((name) => name !== ""));
  return (
    <span className="why-step">
      <b>{stepTitle(step, { t, language })}</b>
      {step.text !== "" && <span className="small quiet">{step.text}</span>}
      {tool.length > 0 && <Provenance name={t("ask.led.tool")} words={tool} />}
      {[...names].map((name) => (
        <Provenance
          key={name}
          name={fieldTitle(name)}
          words={words.get(name) ?? []}
          value={open || words.has(name) ? step.args[name] : undefined}
        />
      ))}
    </span>
  );
}

function Provenance({ name, words, value }: { name: string; words: readonly string[]; value?: unknown }) {
  if (words.length === 0 && value === undefined) return null;
  return (
    <span className="led">
      <span className="faint">{name}</span>
      {value !== undefined && <span className="clip">{valueText(value)}</span>}
      {words.length > 0 && (
        <span className="led-words">
          <Icon name="back" size={12} />
          <q>{words.join(" … ")}</q>
        </span>
      )}
    </span>
  );
}
