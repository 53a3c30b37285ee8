import { type RefObject, useMemo, useRef, useState } from "react";
import { Badge } from "../../design/badge.tsx";
import { Tabs, tabPanel } from "../../design/tabs.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { Graph } from "../../plan/graph.tsx";
import { type EditorHandle, JsonEditor } from "../../plan/json-editor.tsx";
import { shownSteps } from "../../plan/shown-step.ts";
import { effectOf, useTools } from "../../plan/use-tools.ts";
import { ActionFacts } from "./action-facts.tsx";
import { Actions } from "./actions.tsx";
import { Facts } from "./facts.tsx";
import { IssueList } from "./issue-list.tsx";
import { type PlannedRequest, unaccountedIn } from "./planned.ts";
import { Questions } from "./questions.tsx";
import { type EditedDocument, faultySteps, useDocument } from "./use-document.ts";
import { Why } from "./why.tsx";

type Props = { planned: PlannedRequest; onAnswer: (answer: string) => void };

export function Result({ planned, onAnswer }: Props) {
  const { request } = planned;
  const document = useDocument(planned.document, request.contract);
  const tools = useTools();
  const steps = useMemo(() => shownSteps(document.value), [document.value]);
  const [chosen, setChosen] = useState<string>();
  const { verdict } = document;
  const issues = verdict.state === "checked" ? verdict.issues : [];
  const editor = useRef<EditorHandle>(null);
  const [tab, setTab] = useState<"graph" | "json">("graph");
  const showIssue = (pointer: string): void => {
    setTab("json");
    requestAnimationFrame(() => editor.current?.show(pointer));
  };
  const effects = new Map(steps.map((step) => [step.id, effectOf(step, tools)]));
  const writes = [...effects.values()].filter((effect) => effect !== undefined && effect !== "read").length;
  const questions =
    planned.kind === "plan"
      ? planned.explanation.questions
      : planned.plan.needs_clarification.map(({ question, choices }) => ({
          question,
          choices: choices.map(({ label }) => label),
        }));
  return (
    <div className="result">
      <div className="stack">
        <Questions questions={questions} onAnswer={onAnswer} />
        <section className="card plan-card" aria-label={request.goal}>
          <header>
            <PlanTabs tab={tab} onChoose={setTab} />
            <div className="row">
              <VerdictBadge document={document} />
            </div>
          </header>
          <PlanView {...{ tab, document, chosen, editor, effects }} onChoose={setChosen} />
          <IssueList verdict={verdict} onShow={showIssue} />
          <Actions planned={planned} document={document} isBlocked={issues.length > 0} writes={writes} />
        </section>
        {planned.kind === "plan" && <Facts explanation={planned.explanation} />}
      </div>
      <div className="stack">
        {planned.kind === "actions" && <ActionFacts plan={planned.plan} />}
        <Why
          goal={request.goal}
          reasons={planned.kind === "plan" ? planned.explanation.reasons : []}
          unaccounted={unaccountedIn(planned)}
          steps={steps}
          chosen={chosen}
          onChoose={setChosen}
        />
      </div>
    </div>
  );
}

function PlanTabs({ tab, onChoose }: { tab: "graph" | "json"; onChoose: (tab: "graph" | "json") => void }) {
  const { t } = useI18n();
  const tabs = [
    { name: "graph", text: t("ask.tab.graph") },
    { name: "json", text: t("ask.tab.json") },
  ] as const;
  return <Tabs label={t("ask.tabs")} tabs={tabs} chosen={tab} onChoose={onChoose} />;
}

type PlanViewProps = {
  tab: "graph" | "json";
  document: EditedDocument;
  chosen: string | undefined;
  editor: RefObject<EditorHandle | null>;
  effects: ReadonlyMap<string, ReturnType<typeof effectOf>>;
  onChoose: (id: string) => void;
};

function PlanView({ tab, document, chosen, editor, effects, onChoose }: PlanViewProps) {
  const { t } = useI18n();
  const steps = useMemo(() => shownSteps(document.value), [document.value]);
  const issues = document.verdict.state === "checked" ? document.verdict.issues : [];
  const faulty = useMemo(() => faultySteps(document.value, issues), [document.value, issues]);
  return (
    <div className="plan-sheet" {...tabPanel(tab)}>
      {tab === "graph" ? (
        <Graph height="100%" steps={steps} faulty={faulty} effects={effects} chosen={chosen} onChoose={onChoose} />
      ) : (
        <JsonEditor ref={editor} label={t("ask.json")} text={document.text} issues={issues} onChange={document.edit} />
      )}
    </div>
  );
}

function VerdictBadge({ document: { verdict, isEdited } }: { document: EditedDocument }) {
  const { t } = useI18n();
  const edited = isEdited ? <Badge icon="write">{t("ask.edited")}</Badge> : null;
  if (verdict.state === "checking")
    return (
      <>
        {edited}
        <Badge icon="ring">{t("ask.checking")}</Badge>
      </>
    );
  const count = verdict.state === "checked" ? verdict.issues.length : 1;
  return (
    <>
      {edited}
      <Badge tone={count === 0 ? "ok" : "bad"} icon={count === 0 ? "check" : "warning"}>
        {count === 0 ? t("ask.valid") : t("ask.issues", { n: count })}
      </Badge>
    </>
  );
}
