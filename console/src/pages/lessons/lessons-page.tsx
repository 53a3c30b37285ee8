import { useCallback, useState } from "react";
import type { LessonCall, LessonRow } from "../../../../src/contracts/api/lessons.ts";
import type { PageProps } from "../../app/page-props.ts";
import { hrefTo } from "../../app/router.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { EmptyState, LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { PageFrame } from "../../design/page.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { formatMoney } from "../../design/time.ts";
import { When } from "../../design/when.tsx";
import { SearchBox } from "../../design/search-box.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { useQuery } from "../../live/use-query.ts";
import { toolTitle } from "../../plan/step-title.ts";
import { Derivation } from "./derivation.tsx";
import { TeachButton } from "./teach-button.tsx";

/** What was taught: all lessons, or one with its rule. */
export default function LessonsPage({ path: [id] }: PageProps) {
  const { t } = useI18n();
  return (
    <PageFrame title={t("nav.lessons")} text={t("lessons.text")}>
      {id === undefined ? <LessonsList /> : <OneLesson id={id} />}
      {id === undefined && <Offers />}
    </PageFrame>
  );
}

function LessonsList() {
  const { t } = useI18n();
  const [text, setText] = useState("");
  const q = text.trim();
  const list = useQuery(["listLessons", q], (signal) =>
    api.listLessons({ query: { limit: 100, ...(q !== "" && { q }) }, signal }),
  );
  return (
    <>
      <SearchBox isWide label="lessons.search" value={text} onChange={setText} />
      <LoadState query={list} skeleton={<SkeletonLines count={5} height={40} />}>
        {({ lessons }) => (
          <section className="card">
            {lessons.length === 0 && (
              <EmptyState icon="book" title={t("lessons.empty")} text={t("lessons.empty.hint")} />
            )}
            <ul className="body stack tight">
              {lessons.map((lesson) => (
                <li key={lesson.id} className="row spread">
                  <a className="grow" href={hrefTo(["lessons", lesson.id])}>
                    <b>{lesson.request}</b>
                  </a>
                  <LessonFacts lesson={lesson} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </LoadState>
    </>
  );
}

/** What a model was paid for more than once can be taught. */
function Offers() {
  const { t, language } = useI18n();
  const found = useQuery(["listOffers"], (signal) => api.listOffers({ signal }));
  const offers = found.value?.offers ?? [];
  if (offers.length === 0) return null;
  return (
    <section className="card" aria-labelledby="offers-title">
      <header>
        <h2 id="offers-title">{t("lessons.offers")}</h2>
      </header>
      <ul className="body stack tight">
        {offers.map(({ request, plan, times, cost_cents: cents }) => (
          <li key={request} className="row spread">
            <span className="grow">
              <b>{request}</b>{" "}
              <span className="small quiet">
                {t("lessons.offer", { n: times, cost: formatMoney(cents * 1_000_000, language) })}
              </span>
            </span>
            <TeachButton request={request} plan={plan} source="model" />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LessonFacts({ lesson: { calls, status, taught_by: who, taught_at: at } }: { lesson: LessonRow }) {
  const { t } = useI18n();
  return (
    <span className="small quiet">
      {calls.map(({ tool }) => toolTitle(tool)).join(", ")} · {t("lessons.by", { who })} · <When at={at} />{" "}
      {status === "revoked" && <Badge>{t("lessons.revoked")}</Badge>}
    </span>
  );
}

/** The arguments of a call, and what decides whether and how often it is made. */
function shownCall({ args, when, forEach }: Omit<LessonCall, "id" | "tool">): string {
  const control = { ...(when && { when }), ...(forEach && { forEach }) };
  return [args, control]
    .flatMap((one, at) => (at > 0 && Object.keys(one).length === 0 ? [] : JSON.stringify(one)))
    .join(" ");
}

function OneLesson({ id }: { id: string }) {
  const { t } = useI18n();
  const found = useQuery(["getLesson", id], (signal) => api.getLesson({ params: { id }, signal }));
  const { reload } = found;
  const revoke = useMutation(
    useCallback(async () => {
      await api.revokeLesson({ params: { id } });
      reload();
    }, [id, reload]),
  );
  return (
    <LoadState query={found} skeleton={<SkeletonLines count={6} height={28} />}>
      {(lesson) => (
        <article className="card">
          <header>
            <h2>{lesson.request}</h2>
          </header>
          <div className="body stack">
            <LessonFacts lesson={lesson} />
            {lesson.calls.map(({ id: call, tool, ...rest }) => (
              <p key={call} className="small">
                <b>{toolTitle(tool)}</b> <code>{shownCall(rest)}</code>
              </p>
            ))}
            <Derivation lesson={lesson} />
            <ProblemNotice error={revoke.error} />
            {lesson.status === "active" && (
              <div>
                <Button kind="danger" disabled={revoke.busy} onClick={revoke.start}>
                  {t("lessons.revoke")}
                </Button>
              </div>
            )}
          </div>
        </article>
      )}
    </LoadState>
  );
}
