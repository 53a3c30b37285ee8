import { useCallback, useState } from "react";
import { Button } from "../../design/button.tsx";
import { EmptyState, LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { PageFrame } from "../../design/page.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { When } from "../../design/when.tsx";
import { SearchBox } from "../../design/search-box.tsx";
import { FormCard } from "../../form/form-card.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { useQuery } from "../../live/use-query.ts";

/** The documents that lookups search. */
export default function KnowledgePage() {
  const { t } = useI18n();
  const list = useQuery(["listKnowledge"], (signal) => api.listKnowledge({ signal }));
  const [text, setText] = useState("");
  const { reload } = list;
  const remove = useMutation(
    useCallback(
      async (source: string) => {
        await api.removeKnowledge({ params: { source } });
        reload();
      },
      [reload],
    ),
  );
  return (
    <PageFrame title={t("nav.knowledge")} text={t("knowledge.text")}>
      <SearchBox isWide label="knowledge.search" value={text} onChange={setText} />
      {text.trim() !== "" && <Hits text={text} />}
      <ProblemNotice error={remove.error} />
      <LoadState query={list} skeleton={<SkeletonLines count={5} height={40} />}>
        {({ documents }) => (
          <section className="card">
            {documents.length === 0 && <EmptyState icon="book" title={t("knowledge.empty")} />}
            <ul className="effects">
              {documents.map(({ source, title, passages, added_at: at }) => (
                <li key={source} className="row spread">
                  <span className="grow">
                    <b>{title || source}</b>{" "}
                    <span className="small quiet">
                      {t("knowledge.passages", { n: passages })} · <When at={at} />
                    </span>
                  </span>
                  <Button small kind="danger" disabled={remove.busy} onClick={() => remove.start(source)}>
                    {t("knowledge.remove")}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </LoadState>
      <AddDocument onAdded={reload} />
    </PageFrame>
  );
}

function Hits({ text }: { text: string }) {
  const { t } = useI18n();
  const hits = useQuery(["searchKnowledge", text], (signal) =>
    api.searchKnowledge({ query: { q: text, limit: 10 }, signal }),
  );
  return (
    <LoadState query={hits} skeleton={<SkeletonLines count={3} />}>
      {(value) => (
        <ul className="stack">
          {value.hits.length === 0 && <li className="quiet">{t("tools.none")}</li>}
          {value.hits.map(({ source, heading, text: passage }, at) => (
            <li key={at} className="card">
              <div className="body stack tight">
                <b>{heading || source}</b>
                <p className="prose">{passage}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </LoadState>
  );
}

function AddDocument({ onAdded }: { onAdded: () => void }) {
  const { t } = useI18n();
  const [source, setSource] = useState("");
  const [content, setContent] = useState("");
  const add = useMutation(
    useCallback(async () => {
      await api.addKnowledge({ body: { source, content, format: "markdown" } });
      setSource("");
      setContent("");
      onAdded();
    }, [source, content, onAdded]),
  );
  return (
    <FormCard title={t("knowledge.add")} onSubmit={add.start}>
      <label className="field">
        <span>{t("knowledge.name")}</span>
        <input className="input" value={source} onChange={({ target }) => setSource(target.value)} />
      </label>
      <label className="field">
        <span>{t("knowledge.content")}</span>
        <textarea className="area" rows={6} value={content} onChange={({ target }) => setContent(target.value)} />
      </label>
      <ProblemNotice error={add.error} />
      <div className="row">
        <Button kind="primary" type="submit" disabled={add.busy || source.trim() === "" || content.trim() === ""}>
          {t("knowledge.add")}
        </Button>
      </div>
    </FormCard>
  );
}
