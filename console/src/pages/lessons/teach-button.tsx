import { useCallback, useEffect, useState } from "react";
import { ProblemError } from "../../../../src/client/index.ts";
import type { LessonSource, TaughtLesson, TeachRequest } from "../../../../src/contracts/api/lessons.ts";
import { hrefTo } from "../../app/router.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { toast } from "../../design/toast.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { useQuery } from "../../live/use-query.ts";
import { Derivation } from "./derivation.tsx";

type Props = { request: string; plan: TeachRequest["plan"]; source: LessonSource; disabled?: boolean };

/** Teaches a request by the plan that is shown. The rule is shown before it is kept. */
export function TeachButton({ disabled = false, ...lesson }: Props) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="book" disabled={disabled} onClick={() => setOpen(true)}>
        {t("teach.button")}
      </Button>
      {isOpen && <TeachDialog {...lesson} onClose={() => setOpen(false)} />}
    </>
  );
}

function TeachDialog({ request, plan, source, onClose }: Omit<Props, "disabled"> & { onClose: () => void }) {
  const { t } = useI18n();
  const [fixed, setFixed] = useState<readonly string[]>([]);
  const [shown, setShown] = useState<TaughtLesson>();
  const teach = useMutation(
    useCallback(
      async (isKept: boolean) => {
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
        const body = { request, plan, source, zone, fixed: [...fixed], dry_run: !isKept };
        const taught = await api.teachLesson({ body });
        setShown(taught);
        if (!isKept) return;
        toast(t("teach.kept"));
        onClose();
      },
      [request, plan, source, fixed, t, onClose],
    ),
  );
  const { start } = teach;
  useEffect(() => start(false), [start]);
  const open = openParams(teach.error);
  return (
    <Dialog title={t("teach.title")} onClose={onClose}>
      <div className="stack">
        <p className="quiet">{t("teach.text")}</p>
        <p>
          <b>{request}</b>
        </p>
        {open.length > 0 ? <OpenValues params={open} onFix={setFixed} /> : <ProblemNotice error={teach.error} />}
        {teach.error === undefined && shown !== undefined && <Preview taught={shown} />}
        <div className="row">
          <Button
            kind="primary"
            disabled={teach.busy || teach.error !== undefined || shown === undefined}
            onClick={() => start(true)}
          >
            {t("teach.keep")}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {t("teach.cancel")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Parameters that the server asks about: a constant, or not part of the lesson? */
function openParams(error: unknown): { param: string; detail: string }[] {
  const errors = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
  return errors
    .filter(({ code }) => code === "LESSON_OPEN_VALUE")
    .map(({ detail }) => ({ param: detail.split(" ")[0] ?? "", detail }));
}

function OpenValues({
  params,
  onFix,
}: {
  params: readonly { param: string; detail: string }[];
  onFix: (fixed: string[]) => void;
}) {
  const { t } = useI18n();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (param: string): void => setChosen((before) => before.symmetricDifference(new Set([param])));
  return (
    <fieldset className="stack tight">
      <legend>{t("teach.open")}</legend>
      {params.map(({ param, detail }) => (
        <label key={param} className="row">
          <input type="checkbox" className="check" checked={chosen.has(param)} onChange={() => toggle(param)} />
          <span className="small">{detail}</span>
        </label>
      ))}
      <div>
        <Button small disabled={chosen.size === 0} onClick={() => onFix([...chosen])}>
          {t("teach.again")}
        </Button>
      </div>
    </fieldset>
  );
}

function Preview({ taught: { lesson, differences } }: { taught: TaughtLesson }) {
  const { t } = useI18n();
  return (
    <>
      <Derivation lesson={lesson} />
      <p>{differences.length === 0 ? t("teach.same") : t("teach.different", { n: differences.length })}</p>
      <ul className="stack tight small">
        {differences.map(({ request, before, after }) => (
          <li key={request}>
            <b>{request}</b>
            <br />
            <span className="quiet">{before}</span> → {after}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The lesson a plan came from. */
export function LessonLink({ id }: { id: string }) {
  const lesson = useQuery(["getLesson", id], (signal) => api.getLesson({ params: { id }, signal })).value;
  return <a href={hrefTo(["lessons", id])}>{lesson?.request ?? id}</a>;
}
