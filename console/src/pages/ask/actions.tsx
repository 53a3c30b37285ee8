import { useCallback } from "react";
import type { ActionPlan } from "../../../../src/contracts/actions/plan.ts";
import { goTo } from "../../app/router.ts";
import { Button } from "../../design/button.tsx";
import { copyText, saveFile } from "../../design/copy-text.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { toast } from "../../design/toast.tsx";
import { api } from "../../live/api.ts";
import { useDoing } from "../../live/use-doing.ts";
import { useWords } from "../../words/words.ts";
import { follow } from "../inbox/use-draft.ts";
import type { Answered } from "./answer.ts";
import type { Asked } from "./asked.ts";
import { asCli, asCurl, asTypeScript } from "./copy-as.ts";
import type { EditedDocument } from "./use-document.ts";

type Props = { answered: Answered; document: EditedDocument; blocked: boolean };

/** What can be done with a plan. */
export function Actions({ answered, document, blocked }: Props) {
  const { say } = useWords();
  const { asked, kind } = answered;
  const isOpen = kind === "plan" && answered.explanation.questions.length > 0 && !document.isEdited;
  const run = useDoing(
    useCallback(async () => {
      // The server has proved what it is; whatever changed since, it proves again.
      const body = document.value as Answered["document"];
      if (kind === "actions") return follow(await api.createDraft({ body: { plan: body as ActionPlan } }), say);
      const { run_id: id } = await api.startRun({ body, idempotencyKey: crypto.randomUUID() });
      toast(say("ask.started"));
      goTo(["runs", id]);
    }, [document.value, kind, say]),
  );
  const ready = document.verdict.state === "checked" && !blocked && !isOpen;
  return (
    <footer className="actions">
      <ProblemNotice error={run.error} />
      <div className="row">
        <Button
          kind="primary"
          icon={kind === "actions" ? "inbox" : "play"}
          disabled={!ready || run.busy}
          onClick={run.start}
        >
          {say(kind === "actions" ? "ask.draft" : "ask.run")}
        </Button>
        <Button icon="down" onClick={() => saveFile(`${slugOf(asked.goal)}.${asked.contract}.json`, document.value)}>
          {say("ask.golden")}
        </Button>
        {document.isEdited && (
          <Button kind="plain" icon="repeat" onClick={document.reset}>
            {say("ask.reset")}
          </Button>
        )}
        <CopyAs asked={asked} />
      </div>
    </footer>
  );
}

function CopyAs({ asked }: { asked: Asked }) {
  const { say } = useWords();
  const copy = (text: string): void => {
    copyText(text).then(
      () => toast(say("common.copied")),
      (error: unknown) => toast(String(error)),
    );
  };
  return (
    <div className="row copy-as" role="group" aria-label={say("ask.copyas")}>
      <span className="small faint">{say("ask.copyas")}</span>
      <Button small onClick={() => copy(asCurl(asked, location.origin))}>
        {say("ask.copy.curl")}
      </Button>
      <Button small onClick={() => copy(asTypeScript(asked, location.origin))}>
        {say("ask.copy.ts")}
      </Button>
      <Button small onClick={() => copy(asCli(asked))}>
        {say("ask.copy.cli")}
      </Button>
    </div>
  );
}

/** A file name out of the goal's first words. */
function slugOf(goal: string): string {
  const words = goal.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["plan"];
  return words.slice(0, 6).join("-").slice(0, 60);
}
