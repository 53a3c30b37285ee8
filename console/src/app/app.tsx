import { QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useEffect, useMemo, useRef } from "react";
import { SkeletonLines, EmptyState } from "../design/load-state.tsx";
import { Toasts } from "../design/toast.tsx";
import { useLink } from "../live/api.ts";
import { followChanges } from "../live/changes.ts";
import { queryClient } from "../live/use-query.ts";
import { createTranslate, useI18n, I18nContext } from "../i18n/i18n.ts";
import { KeyDialog } from "./key-dialog.tsx";
import type { PageProps } from "./page-props.ts";
import { useRoute } from "./router.ts";
import { useSettings } from "./settings.ts";
import { Shell } from "./shell.tsx";

const pages = {
  ask: lazy(() => import("../pages/ask/ask-page.tsx")),
  inbox: lazy(() => import("../pages/inbox/inbox-page.tsx")),
  chat: lazy(() => import("../pages/chat/chat-page.tsx")),
  runs: lazy(() => import("../pages/runs/runs-page.tsx")),
  plans: lazy(() => import("../pages/plans/plans-page.tsx")),
  agents: lazy(() => import("../pages/agents/agents-page.tsx")),
  tools: lazy(() => import("../pages/tools/tools-page.tsx")),
  events: lazy(() => import("../pages/events/events-page.tsx")),
  knowledge: lazy(() => import("../pages/knowledge/knowledge-page.tsx")),
  lessons: lazy(() => import("../pages/lessons/lessons-page.tsx")),
  audit: lazy(() => import("../pages/audit/audit-page.tsx")),
  api: lazy(() => import("../pages/api/api-page.tsx")),
  health: lazy(() => import("../pages/health/health-page.tsx")),
} as const satisfies Record<string, ComponentType<PageProps>>;

export function App() {
  const { language } = useSettings();
  useEffect(followChanges, []);
  const words = useMemo(() => ({ language, t: createTranslate(language) }), [language]);
  return (
    <QueryClientProvider client={queryClient}>
      <I18nContext value={words}>
        <Shell>
          <Suspense fallback={<SkeletonLines count={6} height={28} />}>
            <Page />
          </Suspense>
        </Shell>
        {useLink() === "locked" && <KeyDialog />}
        <Toasts />
      </I18nContext>
    </QueryClientProvider>
  );
}

function Page() {
  const { path } = useRoute();
  const { t } = useI18n();
  const [name = "ask", ...rest] = path;
  useTitleAndFocus(name);
  if (!isPage(name))
    return (
      <EmptyState icon="lookup" title={t("shell.missing")} text={t("shell.missing.hint")}>
        <a href="#/ask">{t("shell.home")}</a>
      </EmptyState>
    );
  const PageComponent: ComponentType<PageProps> = pages[name];
  return <PageComponent key={name} path={rest} />;
}

function isPage(name: string): name is keyof typeof pages {
  return Object.hasOwn(pages, name);
}

/** Sets the title of the page and moves the focus to its top when the page changes. */
function useTitleAndFocus(name: string): void {
  const { t } = useI18n();
  const seen = useRef(name);
  useEffect(() => {
    document.title = isPage(name) ? `${t(`nav.${name}`)} · Planwright` : "Planwright";
    if (seen.current === name) return;
    seen.current = name;
    document.getElementById("page")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [name, t]);
}
