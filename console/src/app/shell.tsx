import type { ReactNode } from "react";
import { Icon, type IconName } from "../design/icon.tsx";
import { useLink } from "../live/api.ts";
import { useI18n, type TextKey } from "../i18n/i18n.ts";
import { useInboxCount } from "./inbox-count.ts";
import { useRoute } from "./router.ts";
import { SettingsPanel } from "./settings-panel.tsx";

type Entry = { page: string; icon: IconName; word: TextKey; short: TextKey };

const entries: readonly Entry[] = [
  { page: "ask", icon: "ask", word: "nav.ask", short: "nav.ask" },
  { page: "inbox", icon: "inbox", word: "nav.inbox", short: "nav.inbox" },
  { page: "chat", icon: "chat", word: "nav.chat", short: "nav.chat" },
  { page: "runs", icon: "runs", word: "nav.runs", short: "nav.runs" },
  { page: "agents", icon: "agents", word: "nav.agents", short: "nav.agents" },
  { page: "tools", icon: "tools", word: "nav.tools", short: "nav.tools" },
  { page: "health", icon: "health", word: "nav.health", short: "nav.health.short" },
];

/** How many entries fit into the bar on a phone; the rest are under "More". */
const inBar = 4;

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  return (
    <div className="shell">
      <a className="skip" href="#page" onClick={skipToPage}>
        {t("shell.skip")}
      </a>
      <div className="side">
        <a className="brand" href="#/ask">
          <img src="/mark.svg" alt="" width="26" height="26" />
          Planwright
        </a>
        <nav aria-label={t("nav.main")}>
          {entries.map((entry) => (
            <PageLink key={entry.page} entry={entry} />
          ))}
        </nav>
        <div className="side-end">
          <SettingsPanel />
        </div>
      </div>
      <main id="page" tabIndex={-1}>
        {children}
      </main>
      <BottomBar />
    </div>
  );
}

/** Without changing the address, which the router owns. */
function skipToPage(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById("page")?.focus();
}

function PageLink({ entry: { page, icon, word }, short }: { entry: Entry; short?: TextKey }) {
  const { t } = useI18n();
  const { path } = useRoute();
  return (
    <a href={`#/${page}`} aria-current={path[0] === page ? "page" : undefined}>
      <Icon name={icon} size={19} />
      <span>{t(short ?? word)}</span>
      {page === "inbox" && <InboxBadge />}
    </a>
  );
}

function InboxBadge() {
  const { t } = useI18n();
  const count = useInboxCount();
  if (count === 0) return null;
  return (
    <b className="waiting">
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="visually-hidden">{t("nav.waiting", { n: count })}</span>
    </b>
  );
}

function BottomBar() {
  const { t } = useI18n();
  return (
    <nav className="bar" aria-label={t("nav.main")}>
      {entries.slice(0, inBar).map((entry) => (
        <PageLink key={entry.page} entry={entry} short={entry.short} />
      ))}
      <button type="button" popoverTarget="more">
        <Icon name="more" size={19} />
        <span>{t("nav.more")}</span>
        {useLink() === "offline" && <i className="off-dot" />}
      </button>
      <div id="more" popover="auto" className="sheet">
        <div className="sheet-links">
          {entries.slice(inBar).map((entry) => (
            <PageLink key={entry.page} entry={entry} />
          ))}
        </div>
        <SettingsPanel />
      </div>
    </nav>
  );
}
