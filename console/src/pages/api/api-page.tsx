import { useMemo } from "react";
import type { PageProps } from "../../app/page-props.ts";
import { hrefTo, setQuery, useRoute } from "../../app/router.ts";
import { Badge } from "../../design/badge.tsx";
import { Icon } from "../../design/icon.tsx";
import { EmptyState, LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { PageFrame } from "../../design/page.tsx";
import { SearchBox } from "../../design/search-box.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { schemaFields } from "../../form/schema-fields.ts";
import { JsonView } from "../../plan/json-view.tsx";
import { toolTitle } from "../../plan/step-title.ts";
import "../tools/tools.css";
import { fits, type Operation, operationsOf, textOf } from "./operations.ts";
import { TryOperation } from "./try-operation.tsx";

/** `#/api` and `#/api/<operation>`: the reference of the HTTP API, from its OpenAPI document. */
export default function ApiPage({ path: [id] }: PageProps) {
  const { t } = useI18n();
  const document = useQuery(["openapi"], (signal) => api.openapi({ signal }));
  return (
    <PageFrame
      title={t("nav.api")}
      text={t("api.text")}
      actions={
        <a className="button" href="/openapi.json">
          <Icon name="down" size={17} />
          {t("api.document")}
        </a>
      }
    >
      <LoadState query={document} skeleton={<SkeletonLines count={9} height={40} />}>
        {(value) => <Reference document={value} id={id} />}
      </LoadState>
    </PageFrame>
  );
}

function Reference({ document, id }: { document: unknown; id: string | undefined }) {
  const { t } = useI18n();
  const text = useRoute().query.get("q") ?? "";
  const operations = useMemo(() => operationsOf(document), [document]);
  const shown = operations.filter((operation) => fits(operation, text));
  const chosen = operations.find((operation) => operation.id === id);
  return (
    <div className={`panes ${id === undefined ? "at-list" : "at-item"}`}>
      <div className="pane-list stack">
        <SearchBox label="api.search" value={text} onChange={(typed) => setQuery({ q: typed })} />
        {[...Map.groupBy(shown, ({ tag }) => tag)].map(([tag, members]) => (
          <section key={tag} className="card tool-group" aria-label={tag}>
            <header>
              <h2>{toolTitle(tag)}</h2>
            </header>
            <ul>
              {members.map((one) => (
                <li key={one.id}>
                  <a href={hrefTo(["api", one.id], { q: text })} aria-current={one.id === id ? "true" : undefined}>
                    <span className="tool-line-words">
                      <b className="clip">{one.summary}</b>
                      <code className="small quiet clip">
                        {one.method} {one.path}
                      </code>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="pane-item">
        <a className="back phone-only" href="#/api">
          <Icon name="back" size={15} />
          {t("nav.api")}
        </a>
        {chosen === undefined ? (
          <div className="card">
            <EmptyState icon="book" title={t("api.choose")} />
          </div>
        ) : (
          <OperationCard key={chosen.id} operation={chosen} />
        )}
      </div>
    </div>
  );
}

function OperationCard({ operation }: { operation: Operation }) {
  const { t } = useI18n();
  const { id, method, path, summary, scope, parameters, body, answers } = operation;
  return (
    <div className="tool-sides">
      <article className="card" aria-labelledby="operation-title">
        <header>
          <div className="grow stack tight">
            <h2 id="operation-title">{summary}</h2>
            <code>
              {method} {path}
            </code>
          </div>
          {scope !== undefined && <Badge icon="key">{scope}</Badge>}
        </header>
        <div className="body stack">
          {parameters.length > 0 && (
            <section className="stack tight">
              <h3>{t("api.parameters")}</h3>
              <ul className="schema">
                {parameters.map(({ name, place, schema, isRequired }) => (
                  <li key={name}>
                    <code>{name}</code>
                    <span className="small quiet">
                      {place} {textOf(schema["type"])} {isRequired && t("form.required")}{" "}
                      {textOf(schema["description"])}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {body !== undefined && <Schema title={t("api.body")} schema={body} />}
          {answers.map(({ status, schema }) =>
            schema === undefined ? null : <Schema key={status} title={t("api.answer", { status })} schema={schema} />,
          )}
          <code className="small faint">client.{id}()</code>
        </div>
      </article>
      <TryOperation operation={operation} />
    </div>
  );
}

/** The fields in words, the whole schema on demand. */
function Schema({ title, schema }: { title: string; schema: unknown }) {
  const { t } = useI18n();
  const fields = schemaFields(schema);
  return (
    <section className="stack tight">
      <h3>{title}</h3>
      {fields.length > 0 && (
        <ul className="schema">
          {fields.map(({ name, type, text, isRequired, choices }) => (
            <li key={name}>
              <code>{name}</code>
              <span className="small quiet">
                {choices.length > 0 ? choices.join(" | ") : type} {isRequired && t("form.required")} {text}
              </span>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary className="small faint">{t("tools.schema")}</summary>
        <JsonView value={schema} label={title} />
      </details>
    </section>
  );
}
