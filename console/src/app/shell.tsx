import type { ReactNode } from "react";
import { Icon } from "../design/icon.tsx";
import { useLink } from "../live/api.ts";
import { useInbox } from "../live/use-inbox.ts";
import { useI18n, type TextKey } from "../i18n/i18n.ts";
import { Notifications } from "./notifications.tsx";
import { type PageEntry, pageEntries } from "./pages.ts";
import { Palette } from "./palette.tsx";
import { useRoute } from "./router.ts";
import { SettingsPanel } from "./settings-panel.tsx";

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
          {pageEntries.map((entry) => (
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
      <Palette />
      <Notifications />
    </div>
  );
}

/** Without changing the address, which the router owns. */
function skipToPage(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById("page")?.focus();
}

function PageLink({ entry: { page, icon, word }, short }: { entry: PageEntry; short?: TextKey }) {
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
  const count = useInbox().value?.length ?? 0;
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
      {pageEntries.slice(0, inBar).map((entry) => (
        <PageLink key={entry.page} entry={entry} short={entry.short} />
      ))}
      <button type="button" popoverTarget="more">
        <Icon name="more" size={19} />
        <span>{t("nav.more")}</span>
        {useLink() === "offline" && <i className="off-dot" />}
      </button>
      <div id="more" popover="auto" className="sheet">
        <div className="sheet-links">
          {pageEntries.slice(inBar).map((entry) => (
            <PageLink key={entry.page} entry={entry} />
          ))}
        </div>
        <SettingsPanel />
      </div>
    </nav>
  );
}
