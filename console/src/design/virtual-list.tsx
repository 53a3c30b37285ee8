import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import "./virtual-list.css";

type Props<T> = {
  label: string;
  items: readonly T[];
  rowHeight: number;
  height: string;
  keyOf: (item: T) => string;
  children: (item: T, at: number) => ReactNode;
  /** Called when the end scrolls into view. */
  onEnd?: () => void;
  foot?: ReactNode;
};

/** A list that renders only the visible rows. Arrow keys move between rows. */
export function VirtualList<T>({ label, items, rowHeight, height, keyOf, children, onEnd, foot }: Props<T>) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 800, height: 800 },
  });
  const rows = list.getVirtualItems();
  const isAtEnd = (rows.at(-1)?.index ?? -1) >= items.length - 1;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, items.length, onEnd]);
  return (
    <div className="virtual" style={{ height }} ref={frame} onKeyDown={(event) => moveFocus(event, rowHeight)}>
      <ul aria-label={label} style={{ height: list.getTotalSize() }}>
        {rows.flatMap(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return [];
          return (
            <li
              key={keyOf(item)}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              {children(item, index)}
            </li>
          );
        })}
      </ul>
      {foot}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>, rowHeight: number): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const row = event.target instanceof Element ? event.target.closest("li") : null;
  if (step === undefined || row === null) return;
  event.preventDefault();
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
  next?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
  event.currentTarget.scrollBy(0, step * rowHeight);
}
