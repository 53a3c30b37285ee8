import type { Explanation, ReasonView } from "../../../../src/contracts/api/explanation.ts";
import { Icon } from "../../design/icon.tsx";
import type { ShownStep } from "../../plan/shown-step.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { piecesOf, wordsOf } from "./reasons.ts";

type Props = {
  goal: string;
  explanation: Explanation;
  steps: readonly ShownStep[];
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
};

/** The goal with the words behind each step, and the steps with the words behind their arguments. */
export function Why({ goal, explanation: { reasons }, steps, chosen, onChoose }: Props) {
  const { t } = useI18n();
  return (
    <section className="card" aria-labelledby="why-title">
      <header>
        <h2 id="why-title">{t("ask.why")}</h2>
      </header>
      <div className="body stack">
        <GoalWords goal={goal} reasons={reasons} chosen={chosen} />
        <p className="small faint">{t(reasons.length === 0 ? "ask.why.none" : "ask.why.hint")}</p>
        <ol className="why-steps">
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

function GoalWords({
  goal,
  reasons,
  chosen,
}: {
  goal: string;
  reasons: readonly ReasonView[];
  chosen: string | undefined;
}) {
  return (
    <p className="goal-words">
      {piecesOf(goal, reasons).map((piece) => {
        const mine = piece.reasons.filter(({ step_id }) => chosen === undefined || step_id === chosen);
        if (mine.length === 0) return <span key={piece.from}>{piece.text}</span>;
        const params = [...new Set(mine.flatMap(({ param }) => param ?? []))];
        const title = [...new Set(mine.map(({ tool, param }) => (param === null ? tool : `${tool}.${param}`)))].join(
          ", ",
        );
        return (
          <mark key={piece.from} className={params.length > 0 ? "argument" : "tool"} title={title}>
            {piece.text}
          </mark>
        );
      })}
    </p>
  );
}

function StepWhy({ step, words, open }: { step: ShownStep; words: ReadonlyMap<string, string[]>; open: boolean }) {
  const { t } = useI18n();
  const tool = words.get("") ?? [];
  const names = new Set([...Object.keys(step.args), ...words.keys()].filter((name) => name !== ""));
  return (
    <span className="why-step">
      <span className="row">
        <code className="faint">{step.id}</code>
        <b className="mono">{step.name}</b>
      </span>
      {tool.length > 0 && <Provenance name={t("ask.led.tool")} words={tool} />}
      {[...names].map((name) => (
        <Provenance
          key={name}
          name={name}
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
      {value !== undefined && <code className="clip">{typeof value === "string" ? value : JSON.stringify(value)}</code>}
      {words.length > 0 && (
        <span className="led-words">
          <Icon name="back" size={12} />
          <q>{words.join(" … ")}</q>
        </span>
      )}
    </span>
  );
}
