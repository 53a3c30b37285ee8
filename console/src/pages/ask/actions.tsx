import { useCallback } from "react";
import type { ActionPlan } from "../../../../src/contracts/actions/plan.ts";
import { navigate } from "../../app/router.ts";
import { Button } from "../../design/button.tsx";
import { copyText, saveFile } from "../../design/copy-text.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { toast } from "../../design/toast.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { openOutcome } from "../inbox/use-draft.ts";
import { TeachButton } from "../lessons/teach-button.tsx";
import { SavePlanButton } from "../plans/save-plan-button.tsx";
import type { PlanRequest } from "./ask-request.ts";
import { asCli, asCurl, asTypeScript } from "./copy-as.ts";
import type { PlannedRequest } from "./planned.ts";
import type { EditedDocument } from "./use-document.ts";

type Props = {
  planned: PlannedRequest;
  document: EditedDocument;
  isBlocked: boolean;
  /** How many steps write, by the registry. */
  writes: number;
};

/** The actions on a plan. A plan that writes is reviewed before it changes anything. */
export function Actions({ planned, document, isBlocked, writes }: Props) {
  const { t, language } = useI18n();
  const { request, kind } = planned;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server validates it
  const plan = document.value as PlannedRequest["document"] & ActionPlan;
  const asks = kind === "plan" && planned.explanation.questions.length > 0 && !document.isEdited;
  const run = useMutation(
    useCallback(async () => {
      if (kind === "actions") {
        // The server names the actions of its own plan; those of an edited plan show their arguments.
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
        const body = document.isEdited ? { plan } : { text: request.goal, zone, locale: language };
        return openOutcome(await api.createDraft({ body }), t);
      }
      const body = { plan, request: request.goal };
      const { run_id: id } = await api.startRun({ body, idempotencyKey: crypto.randomUUID() });
      toast(t("ask.started"));
      navigate(["runs", id]);
    }, [plan, document.isEdited, kind, request.goal, language, t]),
  );
  const isReady = document.verdict.state === "checked" && !isBlocked && !asks;
  return (
    <footer className="actions">
      <ProblemNotice error={run.error} />
      <div className="row">
        <Button kind="primary" icon={writes > 0 ? "inbox" : "play"} disabled={!isReady || run.busy} onClick={run.start}>
          {writes > 0 ? t("ask.review", { n: writes }) : t("ask.run")}
        </Button>
        {document.isEdited && (
          <Button kind="plain" icon="repeat" onClick={document.reset}>
            {t("ask.reset")}
          </Button>
        )}
        <TeachButton
          request={request.goal}
          plan={plan}
          source={document.isEdited ? "corrected" : "written"}
          disabled={!isReady}
        />
        <SavePlanButton plan={plan} request={request.goal} disabled={!isReady} />
        <ForDevelopers request={request} document={document} />
      </div>
    </footer>
  );
}

function ForDevelopers({ request, document }: { request: PlanRequest; document: EditedDocument }) {
  const { t } = useI18n();
  const copy = (text: string): void => {
    copyText(text).then(
      () => toast(t("common.copied")),
      () => toast(t("error.unknown")),
    );
  };
  return (
    <details className="copy-as">
      <summary>{t("ask.developers")}</summary>
      <div className="row" role="group" aria-label={t("ask.copyas")}>
        <span className="small faint">{t("ask.copyas")}</span>
        <Button small onClick={() => copy(asCurl(request, location.origin))}>
          {t("ask.copy.curl")}
        </Button>
        <Button small onClick={() => copy(asTypeScript(request, location.origin))}>
          {t("ask.copy.ts")}
        </Button>
        <Button small onClick={() => copy(asCli(request))}>
          {t("ask.copy.cli")}
        </Button>
        <Button
          small
          icon="down"
          onClick={() => saveFile(`${slugOf(request.goal)}.${request.contract}.json`, document.value)}
        >
          {t("ask.golden")}
        </Button>
      </div>
    </details>
  );
}

/** A file name from the goal's first words. */
function slugOf(goal: string): string {
  const words = goal.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["plan"];
  return words.slice(0, 6).join("-").slice(0, 60);
}
