import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
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

/** Extra rows above and below the viewport, so that fast scrolling shows no gap. */
const overscan = 8;

/** A list that renders only the visible rows. Arrow keys move between rows. */
export function VirtualList<T>({ label, items, rowHeight, height, keyOf, children, onEnd, foot }: Props<T>) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  useWatch(frame, setView);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - overscan);
  const last = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + overscan);
  const isAtEnd = last >= items.length;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, items.length, onEnd]);
  return (
    <div className="virtual" style={{ height }} ref={frame} onKeyDown={(event) => moveFocus(event, rowHeight)}>
      <ul aria-label={label} style={{ height: items.length * rowHeight }}>
        {items.slice(first, last).map((item, at) => (
          <li
            key={keyOf(item)}
            aria-setsize={items.length}
            aria-posinset={first + at + 1}
            style={{ height: rowHeight, transform: `translateY(${(first + at) * rowHeight}px)` }}
          >
            {children(item, first + at)}
          </li>
        ))}
      </ul>
      {foot}
    </div>
  );
}

type View = { top: number; height: number };

function useWatch(frame: { current: HTMLDivElement | null }, setView: (view: View) => void): void {
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const update = (): void => setView({ top: current.scrollTop, height: current.clientHeight });
    update();
    const size = new ResizeObserver(update);
    size.observe(current);
    current.addEventListener("scroll", update, { passive: true });
    return () => {
      size.disconnect();
      current.removeEventListener("scroll", update);
    };
  }, [frame, setView]);
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
