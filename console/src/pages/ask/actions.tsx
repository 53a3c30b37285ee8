import { useCallback } from "react";
import type { ActionPlan } from "../../../../src/contracts/actions/plan.ts";
import { navigate } from "../../app/router.ts";
import { Button } from "../../design/button.tsx";
import { copyText, saveFile } from "../../design/copy-text.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { toast } from "../../design/toast.tsx";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { follow } from "../inbox/use-draft.ts";
import type { PlannedRequest } from "./planned.ts";
import type { AskRequest } from "./ask-request.ts";
import { asCli, asCurl, asTypeScript } from "./copy-as.ts";
import type { EditedDocument } from "./use-document.ts";

type Props = { answered: PlannedRequest; document: EditedDocument; blocked: boolean };

/** The actions on a plan. */
export function Actions({ answered, document, blocked }: Props) {
  const { t } = useI18n();
  const { asked, kind } = answered;
  const isOpen = kind === "plan" && answered.explanation.questions.length > 0 && !document.isEdited;
  const run = useMutation(
    useCallback(async () => {
      // The server validates it again.
      const body = document.value as PlannedRequest["document"];
      if (kind === "actions") return follow(await api.createDraft({ body: { plan: body as ActionPlan } }), t);
      const { run_id: id } = await api.startRun({ body, idempotencyKey: crypto.randomUUID() });
      toast(t("ask.started"));
      navigate(["runs", id]);
    }, [document.value, kind, t]),
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
          {t(kind === "actions" ? "ask.draft" : "ask.run")}
        </Button>
        <Button icon="down" onClick={() => saveFile(`${slugOf(asked.goal)}.${asked.contract}.json`, document.value)}>
          {t("ask.golden")}
        </Button>
        {document.isEdited && (
          <Button kind="plain" icon="repeat" onClick={document.reset}>
            {t("ask.reset")}
          </Button>
        )}
        <CopyAs asked={asked} />
      </div>
    </footer>
  );
}

function CopyAs({ asked }: { asked: AskRequest }) {
  const { t } = useI18n();
  const copy = (text: string): void => {
    copyText(text).then(
      () => toast(t("common.copied")),
      (error: unknown) => toast(String(error)),
    );
  };
  return (
    <div className="row copy-as" role="group" aria-label={t("ask.copyas")}>
      <span className="small faint">{t("ask.copyas")}</span>
      <Button small onClick={() => copy(asCurl(asked, location.origin))}>
        {t("ask.copy.curl")}
      </Button>
      <Button small onClick={() => copy(asTypeScript(asked, location.origin))}>
        {t("ask.copy.ts")}
      </Button>
      <Button small onClick={() => copy(asCli(asked))}>
        {t("ask.copy.cli")}
      </Button>
    </div>
  );
}

/** A file name from the goal's first words. */
function slugOf(goal: string): string {
  const words = goal.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["plan"];
  return words.slice(0, 6).join("-").slice(0, 60);
}
