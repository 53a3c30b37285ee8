import { useEffect, useRef } from "react";
import { useI18n } from "../i18n/i18n.ts";
import { useInbox } from "../live/use-inbox.ts";
import { useSettings } from "./settings.ts";

/** Tells about a new inbox item while the page is hidden, if the person asked for it. */
export function Notifications() {
  const { t } = useI18n();
  const { notify } = useSettings();
  const items = useInbox().value;
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (items === undefined) return;
    const fresh = items.filter(({ id }) => known.current?.has(id) === false);
    known.current = new Set(items.map(({ id }) => id));
    if (notify !== "on" || fresh.length === 0 || document.visibilityState === "visible") return;
    if (Notification.permission !== "granted") return;
    const shown = new Notification(t("nav.waiting", { n: items.length }));
    shown.addEventListener("click", () => focus());
  }, [items, notify, t]);
  return null;
}
