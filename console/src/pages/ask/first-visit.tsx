import { Icon } from "../../design/icon.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useInbox } from "../../live/use-inbox.ts";
import { useQuery } from "../../live/use-query.ts";
import { useTools } from "../../plan/use-tools.ts";

/** What to do first; gone once everything is done. */
export function FirstVisit() {
  const { t } = useI18n();
  const runs = useQuery(["firstRun"], (signal) => api.listRuns({ query: { limit: 1 }, signal })).value;
  const drafts = useQuery(["firstDraft"], (signal) => api.listDrafts({ query: { limit: 1 }, signal })).value;
  const inbox = useInbox().value;
  const sources = [...new Set([...useTools().values()].map(({ source }) => source))];
  if (runs === undefined || drafts === undefined || inbox === undefined) return null;
  const steps = [
    { key: "first.ask", isDone: runs.runs.length > 0, href: "#/ask" },
    { key: "first.approve", isDone: drafts.drafts.some(({ draft }) => draft.status === "APPLIED"), href: "#/inbox" },
    { key: "first.tools", isDone: sources.some((source) => !/^(?:code|mcp:workspace)$/.test(source)), href: "#/tools" },
  ] as const;
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <section className="card first-visit" aria-labelledby="first-title">
      <header>
        <h2 id="first-title">{t("first.title")}</h2>
      </header>
      <ol className="body stack tight">
        {steps.map(({ key, isDone, href }) => (
          <li key={key} className="row">
            <Icon name={isDone ? "check" : "dot"} className={isDone ? "tone-ok" : "tone-idle"} />
            <a href={href}>{t(key)}</a>
          </li>
        ))}
      </ol>
    </section>
  );
}
