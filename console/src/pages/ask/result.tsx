import { type RefObject, useMemo, useRef, useState } from "react";
import { Badge } from "../../design/badge.tsx";
import { Tabs, tabPanel } from "../../design/tabs.tsx";
import { Graph } from "../../plan/graph.tsx";
import { type EditorHandle, JsonEditor } from "../../plan/json-editor.tsx";
import { shownSteps } from "../../plan/shown-step.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { ActionFacts } from "./action-facts.tsx";
import { Actions } from "./actions.tsx";
import type { PlannedRequest } from "./planned.ts";
import { Facts, Questions } from "./facts.tsx";
import { IssueList } from "./issue-list.tsx";
import { type EditedDocument, faultySteps, useDocument } from "./use-document.ts";
import { Why } from "./why.tsx";

export function Result({ answered }: { answered: PlannedRequest }) {
  const { asked } = answered;
  const document = useDocument(answered.document, asked.contract);
  const [chosen, setChosen] = useState<string>();
  const { verdict } = document;
  const issues = verdict.state === "checked" ? verdict.issues : [];
  const editor = useRef<EditorHandle>(null);
  const [tab, setTab] = useState<"graph" | "json">("graph");
  const showIssue = (pointer: string): void => {
    setTab("json");
    requestAnimationFrame(() => editor.current?.show(pointer));
  };
  return (
    <div className="result">
      <div className="stack">
        <section className="card plan-card" aria-label={asked.goal}>
          <header>
            <PlanTabs tab={tab} onChoose={setTab} />
            <div className="row">
              <VerdictBadge document={document} />
            </div>
          </header>
          <Sheet {...{ tab, document, chosen, editor }} onChoose={setChosen} />
          <IssueList verdict={verdict} onShow={showIssue} />
          <Actions answered={answered} document={document} blocked={issues.length > 0} />
        </section>
        {answered.kind === "plan" && <Facts explanation={answered.explanation} />}
      </div>
      <div className="stack">
        {answered.kind === "actions" ? (
          <ActionFacts plan={answered.plan} />
        ) : (
          <>
            <Questions questions={answered.explanation.questions} />
            <Why
              goal={asked.goal}
              explanation={answered.explanation}
              steps={shownSteps(document.value)}
              chosen={chosen}
              onChoose={setChosen}
            />
          </>
        )}
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

type SheetProps = {
  tab: "graph" | "json";
  document: EditedDocument;
  chosen: string | undefined;
  editor: RefObject<EditorHandle | null>;
  onChoose: (id: string) => void;
};

function Sheet({ tab, document, chosen, editor, onChoose }: SheetProps) {
  const { t } = useI18n();
  const steps = useMemo(() => shownSteps(document.value), [document.value]);
  const issues = document.verdict.state === "checked" ? document.verdict.issues : [];
  const faulty = useMemo(() => faultySteps(document.value, issues), [document.value, issues]);
  return (
    <div className="plan-sheet" {...tabPanel(tab)}>
      {tab === "graph" ? (
        <Graph height="100%" steps={steps} faulty={faulty} chosen={chosen} onChoose={onChoose} />
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
