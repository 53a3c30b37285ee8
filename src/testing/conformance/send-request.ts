import type { Json } from "../../plan/json.ts";

export type SentRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  /** Text is sent unchanged; other values as JSON. */
  body?: string | { json: unknown };
  type?: string;
};

/** `status` 0: no answer in time; `text` has the reason. */
export type Reply = { status: number; text: string; json: Json | undefined; ms: number };

export type SendRequest = (asked: SentRequest) => Promise<Reply>;

export type Target = {
  baseUrl: string;
  key?: string;
  /** Timeout of one request. */
  timeoutMs?: number;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

/** Sends one request. Never rejects. */
export function createSendRequest({ baseUrl, key, timeoutMs = 10_000, fetch = globalThis.fetch }: Target): SendRequest {
  const root = baseUrl.replace(/\/+$/, "");
  return async ({ method, path, body, type = "application/json" }) => {
    const headers: Record<string, string> = { accept: "application/json" };
    if (key !== undefined) headers["authorization"] = `Bearer ${key}`;
    if (body !== undefined) headers["content-type"] = type;
    const text = typeof body === "object" ? JSON.stringify(body.json) : body;
    const startedAt = performance.now();
    try {
      const init = { method, headers, redirect: "manual" as const, signal: AbortSignal.timeout(timeoutMs) };
      const response = await fetch(root + path, text === undefined ? init : { ...init, body: text });
      const answer = await response.text();
      return { status: response.status, text: answer, json: parse(answer), ms: performance.now() - startedAt };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { status: 0, text: `no answer: ${why}`, json: undefined, ms: performance.now() - startedAt };
    }
  };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
