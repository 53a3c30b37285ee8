import { useSyncExternalStore } from "react";
import { type Client, createClient } from "../../../src/client/index.ts";

/** The connection state: `locked` means that a key is needed. */
type Link = "online" | "offline" | "locked";

let key = stored();
let link: Link = "online";
const listeners = new Set<() => void>();

const watchedFetch: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init);
    // Public routes answer without a key too, so only a new key unlocks.
    if (response.status === 401) setLink("locked");
    else if (link !== "locked") setLink("online");
    return response;
  } catch (error) {
    if (!isAbort(error) && link !== "locked") setLink("offline");
    throw error;
  }
};

/** The client of the server that served this page. Replaced when the key changes. */
export let api: Client = connect();

/** A request with the page's credential, for what the client does not call: any route of the API reference, and streams of `POST`. */
export function fetchAsUser(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
  return watchedFetch(path, { ...init, headers });
}

export function setKey(text: string): void {
  key = text;
  try {
    sessionStorage.setItem("planwright.key", text);
  } catch {
    // The key then lasts as long as the page.
  }
  api = connect();
  setLink("online");
}

export function useLink(): Link {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => link,
  );
}

export function setLink(now: Link): void {
  if (now === link) return;
  link = now;
  for (const listener of listeners) listener();
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

function connect(): Client {
  return createClient({ baseUrl: "", fetch: watchedFetch, ...(key !== undefined && { key }) });
}

function stored(): string | undefined {
  try {
    return sessionStorage.getItem("planwright.key") ?? undefined;
  } catch {
    return undefined;
  }
}
