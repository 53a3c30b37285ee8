import type { IconName } from "../design/icon.tsx";
import type { TextKey } from "../i18n/i18n.ts";

export type PageEntry = { page: string; icon: IconName; word: TextKey; short: TextKey };

/** The pages in the order of the navigation. */
export const pageEntries: readonly PageEntry[] = [
  { page: "ask", icon: "ask", word: "nav.ask", short: "nav.ask" },
  { page: "inbox", icon: "inbox", word: "nav.inbox", short: "nav.inbox" },
  { page: "chat", icon: "chat", word: "nav.chat", short: "nav.chat" },
  { page: "runs", icon: "runs", word: "nav.runs", short: "nav.runs" },
  { page: "plans", icon: "play", word: "nav.plans", short: "nav.plans" },
  { page: "agents", icon: "agents", word: "nav.agents", short: "nav.agents" },
  { page: "events", icon: "send", word: "nav.events", short: "nav.events" },
  { page: "tools", icon: "tools", word: "nav.tools", short: "nav.tools" },
  { page: "knowledge", icon: "lookup", word: "nav.knowledge", short: "nav.knowledge" },
  { page: "lessons", icon: "book", word: "nav.lessons", short: "nav.lessons" },
  { page: "health", icon: "health", word: "nav.health", short: "nav.health.short" },
  { page: "audit", icon: "shield", word: "nav.audit", short: "nav.audit" },
  { page: "api", icon: "book", word: "nav.api", short: "nav.api" },
];
