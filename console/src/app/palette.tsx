import { useEffect, useRef, useState } from "react";
import { Dialog } from "../design/dialog.tsx";
import { Icon, type IconName } from "../design/icon.tsx";
import { useKeys } from "../design/use-keys.ts";
import { useI18n } from "../i18n/i18n.ts";
import { api } from "../live/api.ts";
import { useQuery } from "../live/use-query.ts";
import { toolTitle } from "../plan/step-title.ts";
import { useTools } from "../plan/use-tools.ts";
import { pageEntries } from "./pages.ts";
import { hrefTo } from "./router.ts";

type Target = { key: string; icon: IconName; text: string; note: string; href: string };

/** Ctrl-K finds a page, a run, a tool or an agent; `?` shows the keys. */
export function Palette() {
  const [open, setOpen] = useState<"palette" | "help">();
  useKeys({ "?": () => setOpen("help") });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      setOpen("palette");
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  if (open === "palette") return <Search onClose={() => setOpen(undefined)} />;
  return open === "help" ? <Help onClose={() => setOpen(undefined)} /> : null;
}

function Search({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const targets = useTargets(text);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => setAt(0), [text]);
  const open = (target: Target | undefined): void => {
    if (target === undefined) return;
    location.hash = target.href;
    onClose();
  };
  return (
    <Dialog title={t("palette.title")} onClose={onClose}>
      <input
        ref={input}
        className="input"
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={`palette-${at}`}
        aria-label={t("palette.title")}
        placeholder={t("palette.placeholder")}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined) setAt(Math.min(targets.length - 1, Math.max(0, at + step)));
          else if (event.key === "Enter") open(targets[at]);
          else return;
          event.preventDefault();
        }}
      />
      <ul id="palette-list" className="palette" role="listbox" aria-label={t("palette.title")}>
        {targets.map((target, index) => (
          <li key={target.key} id={`palette-${index}`} role="option" aria-selected={index === at}>
            <a href={target.href} tabIndex={-1} onClick={onClose}>
              <Icon name={target.icon} size={17} />
              <span className="clip grow">{target.text}</span>
              <span className="small faint">{target.note}</span>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function useTargets(text: string): Target[] {
  const { t } = useI18n();
  const tools = useTools();
  const agents = useQuery(["listAgents"], (signal) => api.listAgents({ signal })).value?.agents ?? [];
  const runs = useQuery(["palette", text], (signal) =>
    text.trim().length < 2
      ? Promise.resolve([])
      : api.listRuns({ query: { q: text, limit: 5 }, signal }).then((page) => page.runs),
  );
  const fits = (name: string): boolean => name.toLowerCase().includes(text.trim().toLowerCase());
  const ask: Target[] =
    text.trim() === ""
      ? []
      : [{ key: "ask", icon: "ask", text, note: t("nav.ask"), href: hrefTo(["ask"], { q: text.trim() }) }];
  const pages = pageEntries.map(({ page, icon, word }) => ({
    key: `page ${page}`,
    icon,
    text: t(word),
    note: t("palette.page"),
    href: `#/${page}`,
  }));
  const found = (runs.value ?? []).map(({ run_id: id, kind, title }): Target => ({
    key: `run ${id}`,
    icon: "runs",
    text: title,
    note: t("nav.runs"),
    href: kind === "plan" ? hrefTo(["runs", id]) : hrefTo(["runs", "react", id]),
  }));
  const others = [
    ...agents.map(({ id }): Target => ({
      key: `agent ${id}`,
      icon: "agents",
      text: id,
      note: t("nav.agents"),
      href: hrefTo(["agents", "of", id]),
    })),
    ...[...tools.keys()].map((name): Target => ({
      key: `tool ${name}`,
      icon: "tools",
      text: toolTitle(name),
      note: t("nav.tools"),
      href: hrefTo(["tools", name]),
    })),
  ];
  return [...pages.filter((one) => fits(one.text)), ...found, ...others.filter((one) => fits(one.text)), ...ask].slice(
    0,
    12,
  );
}

const keys = [
  ["Ctrl K", "help.palette"],
  ["?", "help.help"],
  ["j k", "help.move"],
  ["a", "help.apply"],
  ["y", "help.confirm"],
  ["r e s x", "help.escalation"],
  ["Esc", "help.close"],
] as const;

function Help({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  return (
    <Dialog title={t("help.title")} onClose={onClose}>
      <dl className="pairs">
        {keys.map(([key, word]) => (
          <div key={key} className="pair">
            <dt>
              {key.split(" ").map((one) => (
                <kbd key={one} className="kbd">
                  {one}
                </kbd>
              ))}
            </dt>
            <dd>{t(word)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
