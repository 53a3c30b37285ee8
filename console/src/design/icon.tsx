import type { ReactNode } from "react";

const drawings = {
  ask: (
    <path d="M4 5.5A1.5 1.5 0 0 1 5.5 4h9A1.5 1.5 0 0 1 16 5.5v6a1.5 1.5 0 0 1-1.5 1.5H9l-3.5 3v-3A1.5 1.5 0 0 1 4 11.5zM7.5 7.5h5M7.5 10h3" />
  ),
  inbox: (
    <path d="M3.5 11.5 5.6 5a1 1 0 0 1 1-.7h6.8a1 1 0 0 1 1 .7l2.1 6.5v3.2a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1zM3.5 11.5h3.7l1 1.8h3.6l1-1.8h3.7" />
  ),
  chat: (
    <path d="M10 4c3.9 0 6.5 2.3 6.5 5.3s-2.6 5.3-6.5 5.3c-.8 0-1.6-.1-2.3-.3L4.2 16l.7-2.8c-.9-.9-1.4-2.3-1.4-3.9C3.5 6.3 6.1 4 10 4z" />
  ),
  runs: (
    <path d="M4 5.500h4M4 10h7M4 14.500h4M12.5 5.500H16M15 10h1M12.5 14.500H16M10.2 5.500h.01M13 10h.01M10.2 14.500h.01" />
  ),
  agents: (
    <path d="M5.5 8a2 2 0 0 1 2-2h5a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-5a2 2 0 0 1-2-2zM10 6V3.500M8 10v1M12 10v1M3.5 9.500v3M16.5 9.500v3" />
  ),
  tools: (
    <path d="M12.8 4.200a3.5 3.5 0 0 0-4.3 4.600l-4.7 4.700a1.3 1.3 0 0 0 0 1.800l.9.9a1.3 1.3 0 0 0 1.8 0l4.7-4.700a3.5 3.5 0 0 0 4.6-4.300L13.6 9.400l-2.4-.600-.6-2.400z" />
  ),
  health: <path d="M3 10.500h3l1.8-5 3.6 9 2-4H17" />,
  more: <path d="M5 10h.01M10 10h.01M15 10h.01" strokeWidth="2.4" />,
  check: <path d="m4.5 10.5 3.5 3.5 7.5-8" />,
  cross: <path d="m5.5 5.5 9 9M14.5 5.500l-9 9" />,
  pause: <path d="M7.5 5.500v9M12.5 5.500v9" />,
  clock: <path d="M10 3.500a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM10 6.500V10l2.3 1.5" />,
  ring: <path d="M10 3.500a6.5 6.5 0 1 1-6.5 6.5" />,
  skip: <path d="M5 5.5 10 10l-5 4.500zM10.5 5.500l5 4.5-5 4.500z" />,
  stop: <path d="M6 6h8v8H6z" />,
  dot: <path d="M10 7.500a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z" />,
  warning: <path d="M10 4 17 15.800H3zM10 8.500v3.500M10 13.900h.01" />,
  play: <path d="M6.5 4.800v10.400l8.5-5.200z" />,
  copy: <path d="M7.5 7.500h8v8h-8zM12.5 7.500v-3h-8v8h3" />,
  down: <path d="M10 3.500v9M6 9l4 4 4-4M4 16.500h12" />,
  back: <path d="M12 4.5 6.5 10l5.5 5.5" />,
  read: <path d="M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5zM10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4z" />,
  write: <path d="M4 16l.7-3.200L13 4.5 15.5 7 7.2 15.300z" />,
  shield: <path d="M10 3.5 15.5 5.500v4.300c0 3.2-2.2 5.6-5.5 6.7-3.3-1.1-5.5-3.5-5.5-6.700V5.500z" />,
  lookup: <path d="M9 4a5 5 0 1 1 0 10A5 5 0 0 1 9 4zM12.7 12.7 16.5 16.5" />,
  hand: (
    <path d="M6.5 10V6a1.2 1.2 0 0 1 2.4 0v3M8.9 8.500V4.700a1.2 1.2 0 0 1 2.4 0v4M11.3 8.500V5.700a1.2 1.2 0 0 1 2.4 0V11c0 3.5-1.7 5.5-4.4 5.5-2 0-3.1-1-4-2.800L4 11.200c-.4-1 .9-1.7 1.6-.8z" />
  ),
  sun: (
    <path d="M10 7a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM10 2.500v1.500M10 16v1.500M2.5 10H4M16 10h1.500M4.7 4.700l1 1M14.3 14.300l1 1M15.3 4.700l-1 1M5.7 14.300l-1 1" />
  ),
  moon: <path d="M15.5 11.800A6 6 0 0 1 8.2 4.500a6 6 0 1 0 7.3 7.300z" />,
  globe: (
    <path d="M10 3.500a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM3.5 10h13M10 3.500c2 1.8 2.7 4 2.7 6.500s-.7 4.7-2.7 6.500c-2-1.8-2.7-4-2.7-6.500s.7-4.7 2.7-6.500z" />
  ),
  book: <path d="M4 5c2-.8 4-.8 6 .5 2-1.3 4-1.3 6-.5v10c-2-.8-4-.8-6 .5-2-1.3-4-1.3-6-.5zM10 5.500v10" />,
  repeat: <path d="M4.5 9A5.5 5.5 0 0 1 14.8 7M15.5 11A5.5 5.5 0 0 1 5.2 13M15 3.800V7h-3.200M5 16.200V13h3.2" />,
  send: <path d="M3.5 10 16.5 4 12.5 16.5 9.5 11.500zM9.5 11.5 16.5 4" />,
  key: <path d="M12.5 4a3.5 3.5 0 1 1-3 5.300L4 14.800V16.500h2.500v-2H8.500v-2l1.7-1.700M13 7h.01" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

/** Decorative; hidden from screen readers. */
export function Icon({ name, size = 18, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawings[name]}
    </svg>
  );
}
