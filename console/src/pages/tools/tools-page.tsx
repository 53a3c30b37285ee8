import { useEffect, useMemo, useRef } from "react";
import type { ToolSourceList, ToolView } from "../../../../src/contracts/api/tool.ts";
import type { PageProps } from "../../app/page-props.ts";
import { setQuery, hrefTo, useRoute } from "../../app/router.ts";
import { LoadState, SkeletonLines, EmptyState } from "../../design/load-state.tsx";
import { effectStyles } from "../../design/badge.tsx";
import { Icon } from "../../design/icon.tsx";
import { PageFrame } from "../../design/page.tsx";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { SearchBox } from "../../design/search-box.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { toolTitle } from "../../plan/step-title.ts";
import { SourceState } from "./source-state.tsx";
import { ToolCard } from "./tool-card.tsx";
import "./tools.css";

/** `#/tools` and `#/tools/<name>`. */
export default function ToolsPage({ path: [name] }: PageProps) {
  const { t } = useI18n();
  const tools = useQuery(["listTools"], (signal) => api.listTools({ signal }));
  const sources = useQuery(["listToolSources"], (signal) => api.listToolSources({ signal }), { everyMs: 15_000 });
  return (
    <PageFrame title={t("nav.tools")} text={t("tools.text")}>
      <LoadState query={tools} skeleton={<SkeletonLines count={9} height={44} />}>
        {({ tools: list }) => (
          <div className={`panes ${name === undefined ? "at-list" : "at-item"}`}>
            <div className="pane-list">
              <Toolbox tools={list} sources={sources.value} chosen={name} />
            </div>
            <div className="pane-item">
              <a className="back phone-only" href="#/tools">
                <Icon name="back" size={15} />
                {t("nav.tools")}
              </a>
              <Chosen tool={list.find((tool) => tool.name === name)} />
            </div>
          </div>
        )}
      </LoadState>
    </PageFrame>
  );
}

function Chosen({ tool }: { tool: ToolView | undefined }) {
  const { t } = useI18n();
  if (tool !== undefined) return <ToolCard key={tool.name} tool={tool} />;
  return (
    <div className="card">
      <EmptyState icon="tools" title={t("tools.choose")} />
    </div>
  );
}

type ToolboxProps = { tools: readonly ToolView[]; sources: ToolSourceList | undefined; chosen: string | undefined };

function Toolbox({ tools, sources, chosen }: ToolboxProps) {
  const { t } = useI18n();
  const words = useRoute().query.get("q") ?? "";
  const shown = useMemo(() => tools.filter((tool) => fits(tool, words)), [tools, words]);
  const groups = useMemo(() => Map.groupBy(shown, ({ source }) => source), [shown]);
  const states = new Map(sources?.sources.map((one) => [one.source, one]));
  return (
    <div className="stack">
      <SearchBox label="tools.search" value={words} onChange={(typed) => setQuery({ q: typed })} />
      {sources?.problems.map(({ place, message }) => (
        <p key={place + message} className="notice warn small">
          <Icon name="warning" size={16} />
          <span>
            <b>{place}</b> {message}
          </span>
        </p>
      ))}
      {[...groups].map(([source, list]) => (
        <section key={source} className="card tool-group" aria-label={source}>
          <header>
            <h2>{source === "code" ? t("tools.source.code") : source}</h2>
            <SourceState source={states.get(source)} count={list.length} />
          </header>
          <ul>
            {list.map((tool) => (
              <ToolLine key={tool.name} tool={tool} isChosen={tool.name === chosen} words={words} />
            ))}
          </ul>
        </section>
      ))}
      {shown.length === 0 && <p className="quiet">{t("tools.none")}</p>}
    </div>
  );
}

function ToolLine({ tool, isChosen, words }: { tool: ToolView; isChosen: boolean; words: string }) {
  const { t } = useI18n();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const pane = line.current?.closest(".pane-list");
    // Scrolls the list only, not the page.
    if (isChosen && pane) pane.scrollTop = (line.current?.offsetTop ?? 0) - pane.clientHeight / 2;
  }, [isChosen]);
  const { tone, icon, word } = effectStyles[tool.effect];
  return (
    <li ref={line}>
      <a href={hrefTo(["tools", tool.name], { q: words })} aria-current={isChosen ? "true" : undefined}>
        <span className={`tone-${tone}`} title={t(word)}>
          <Icon name={icon} size={16} />
          <span className="visually-hidden">{t(word)}</span>
        </span>
        <span className="tool-line-words">
          <b className="clip" title={tool.name}>
            {toolTitle(tool.name)}
          </b>
          <span className="small quiet clip">{tool.description}</span>
        </span>
      </a>
    </li>
  );
}

function fits({ name, description, source }: ToolView, words: string): boolean {
  const text = `${name} ${toolTitle(name)} ${description} ${source}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
