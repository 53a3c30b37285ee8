import { type ComponentType, lazy, Suspense, useEffect, useMemo, useRef } from "react";
import { BoneLines, Empty } from "../design/async.tsx";
import { Toasts } from "../design/toast.tsx";
import { useLink } from "../live/api.ts";
import { sayIn, useWords, WordsContext } from "../words/words.ts";
import { KeyDialog } from "./key-dialog.tsx";
import type { PageProps } from "./page-props.ts";
import { usePlace } from "./router.ts";
import { useSettings } from "./settings.ts";
import { Shell } from "./shell.tsx";

const pages = {
  ask: lazy(() => import("../pages/ask/ask-page.tsx")),
  inbox: lazy(() => import("../pages/inbox/inbox-page.tsx")),
  chat: lazy(() => import("../pages/chat/chat-page.tsx")),
  runs: lazy(() => import("../pages/runs/runs-page.tsx")),
  agents: lazy(() => import("../pages/agents/agents-page.tsx")),
  tools: lazy(() => import("../pages/tools/tools-page.tsx")),
  health: lazy(() => import("../pages/health/health-page.tsx")),
} as const satisfies Record<string, ComponentType<PageProps>>;

export function App() {
  const { language } = useSettings();
  const words = useMemo(() => ({ language, say: sayIn(language) }), [language]);
  return (
    <WordsContext value={words}>
      <Shell>
        <Suspense fallback={<BoneLines count={6} height={28} />}>
          <Page />
        </Suspense>
      </Shell>
      {useLink() === "locked" && <KeyDialog />}
      <Toasts />
    </WordsContext>
  );
}

function Page() {
  const { path } = usePlace();
  const { say } = useWords();
  const [name = "ask", ...rest] = path;
  useTitleAndFocus(name);
  if (!isPage(name))
    return (
      <Empty icon="lookup" title={say("shell.missing")} text={say("shell.missing.hint")}>
        <a href="#/ask">{say("shell.home")}</a>
      </Empty>
    );
  const Found: ComponentType<PageProps> = pages[name];
  return <Found key={name} path={rest} />;
}

function isPage(name: string): name is keyof typeof pages {
  return Object.hasOwn(pages, name);
}

/** Another page is another title, and a screen reader starts at its top. */
function useTitleAndFocus(name: string): void {
  const { say } = useWords();
  const seen = useRef(name);
  useEffect(() => {
    document.title = isPage(name) ? `${say(`nav.${name}`)} · Planwright` : "Planwright";
    if (seen.current === name) return;
    seen.current = name;
    document.getElementById("page")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [name, say]);
}
