import { useSyncExternalStore } from "react";

/** The current route: `#/runs/abc?tab=journal` has the path `runs`, `abc`. */
type Route = { path: readonly string[]; query: URLSearchParams };

let route = parseHash(location.hash);

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, () => route);
}

export function hrefTo(path: readonly string[], query: Readonly<Record<string, string | undefined>> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === "" ? [] : [[name, value]],
  );
  const search = pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
  return `#/${path.map(encodeURIComponent).join("/")}${search}`;
}

export function navigate(path: readonly string[], query?: Readonly<Record<string, string | undefined>>): void {
  location.hash = hrefTo(path, query);
}

/** Changes the query of the current page without a new history entry. */
export function setQuery(change: Readonly<Record<string, string | undefined>>): void {
  const query = { ...Object.fromEntries(route.query), ...change };
  history.replaceState(null, "", hrefTo(route.path, query));
  move();
}

const listeners = new Set<() => void>();

function move(): void {
  route = parseHash(location.hash);
  for (const listener of listeners) listener();
}

// From the start: an address that changes before the first render must not be lost.
addEventListener("hashchange", move);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function parseHash(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?");
  const parts = path === "" ? [location.pathname === "/docs" ? "api" : "ask"] : path.split("/").map(decoded);
  return { path: parts, query: new URLSearchParams(search) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
