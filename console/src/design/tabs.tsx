import { type KeyboardEvent, useRef } from "react";

export type Tab<Name extends string> = { name: Name; text: string; count?: number };

type Props<Name extends string> = {
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
};

/** Arrow keys move between tabs; a tab's panel has the id `panel-<name>`. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.name);
    list.current?.querySelector<HTMLElement>(`#tab-${next.name}`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map(({ name, text, count }) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === chosen}
          aria-controls={name === chosen ? `panel-${name}` : undefined}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {text}
          {count !== undefined && <span className="count">{count}</span>}
        </button>
      ))}
    </div>
  );
}

export function tabPanel(name: string) {
  return { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` } as const;
}
