import { compact } from "../plan/compact.ts";
import type { z } from "zod";
import type { Route } from "../contracts/api/route.ts";

type Input<T> = T extends z.ZodType ? z.input<T> : never;

/** The inputs of a route; a body whose fields all have defaults may be omitted. */
export type CallInput<R extends Route> = ("params" extends keyof R ? { params: Input<R["params"]> } : object) &
  ("query" extends keyof R ? { query?: Input<R["query"]> } : object) &
  ("body" extends keyof R ? { body: Input<R["body"]> } : object) & {
    /** Sent as `Idempotency-Key`, so that a repeated POST takes effect once. */
    idempotencyKey?: string;
    signal?: AbortSignal;
  };

export type CallAnswer<R extends Route> = R["answer"] extends z.ZodType ? z.output<R["answer"]> : string;

export type AnyCall = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

export type Connection = {
  /** The server's address, for example `http://127.0.0.1:4400`; an empty string means the page's own origin. */
  baseUrl: string;
  /** The API key, if the server requires one. */
  key?: string;
  fetch?: typeof globalThis.fetch;
};

export function send(
  { baseUrl, key, fetch = globalThis.fetch }: Connection,
  route: Route,
  call: AnyCall,
): Promise<Response> {
  const headers: Record<string, string> = { accept: acceptOf(route) };
  if (key !== undefined) headers["authorization"] = `Bearer ${key}`;
  if (call.idempotencyKey !== undefined) headers["idempotency-key"] = call.idempotencyKey;
  if (route.body !== undefined) headers["content-type"] = "application/json";
  return fetch(baseUrl.replace(/\/$/, "") + pathOf(route, call), {
    method: route.method,
    headers,
    ...(route.body !== undefined && { body: JSON.stringify(call.body ?? {}) }),
    ...compact({ signal: call.signal }),
  });
}

function acceptOf(route: Route): string {
  return route.answer === "events" ? "text/event-stream" : "application/json, application/problem+json, text/*";
}

function pathOf(route: Route, { params = {}, query = {} }: AnyCall): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return search === "" ? path : `${path}?${search}`;
}
