import type { ReactNode } from "react";
import type { Explanation } from "../../../../src/contracts/api/explanation.ts";
import { Badge } from "../../design/badge.tsx";
import { CopyText } from "../../design/copy-text.tsx";
import { Meter } from "../../design/meter.tsx";
import { Icon } from "../../design/icon.tsx";
import { useWords } from "../../words/words.ts";

/** Where the plan comes from: how sure, how repeatable, at what price. */
export function Facts({ explanation }: { explanation: Explanation }) {
  const { say } = useWords();
  const { planner, confidence, estimate, considered, notes } = explanation;
  const percent = Math.round(confidence * 100);
  const price =
    estimate.cost_cents === null ? say("common.unpriced") : priceOf(estimate.cost_cents, say("common.free"));
  const tokens = estimate.input_tokens + estimate.output_tokens;
  return (
    <section className="card" aria-label={say("ask.planner")}>
      <div className="body facts">
        <Fact name={say("ask.confidence")}>
          <span className="confidence">
            <Meter label={say("ask.confidence")} value={percent} most={100} />
            <b className="tabular">{percent} %</b>
          </span>
        </Fact>
        <Fact name={say("ask.determinism")}>
          <Badge
            tone={planner.determinism === "full" ? "ok" : "warn"}
            icon={planner.determinism === "full" ? "check" : "dot"}
          >
            {planner.determinism}
          </Badge>{" "}
          <span className="quiet small">{say(`ask.determinism.${planner.determinism}`)}</span>
        </Fact>
        <Fact name={say("ask.cost")}>
          {price} {tokens > 0 && <span className="quiet small">{say("ask.tokens", { n: tokens })}</span>}
        </Fact>
        <Fact name={say("ask.planner")}>
          <code>{planner.planner_id}</code> <span className="faint small mono">{planner.version}</span>
        </Fact>
        <Fact name={say("ask.hash.plan")}>
          <CopyText text={explanation.plan_hash} />
        </Fact>
        <Fact name={say("ask.hash.input")}>
          <CopyText text={explanation.input_hash} />
        </Fact>
        {considered.length > 0 && <Considered considered={considered} />}
        {notes.length > 0 && <Fact name={say("ask.notes")}>{notes.join(" ")}</Fact>}
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

/** What must be said before the plan is whole; nothing where it is. */
export function Questions({ questions }: Pick<Explanation, "questions">) {
  const { say } = useWords();
  if (questions.length === 0) return null;
  return (
    <section className="notice warn" aria-label={say("ask.questions")}>
      <Icon name="hand" />
      <div className="stack tight">
        {questions.map(({ question, choices }) => (
          <p key={question}>
            <b>{question}</b> {choices.join(", ")}
          </p>
        ))}
        <p className="quiet small">{say("ask.questions.hint")}</p>
      </div>
    </section>
  );
}

function Considered({ considered }: Pick<Explanation, "considered">) {
  const { say } = useWords();
  return (
    <Fact name={say("ask.considered")}>
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
