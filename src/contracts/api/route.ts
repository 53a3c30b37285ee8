import type { z } from "zod";

/**
 * What a credential may do. `admin` is every scope but `write`, with which a caller's writes need no approval unless a
 * rule says otherwise.
 */
export const scopes = ["plan", "runs", "drafts", "agents", "tools", "kb", "teach", "write", "admin"] as const;
export type Scope = (typeof scopes)[number];

/** The process that serves a route when roles run separately. */
export type Role = "api" | "planner" | "router" | "daemon";

/**
 * One route of the API. Server, client, OpenAPI and command line read the same table; a handler has the name of the
 * route's key.
 */
export type Route = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** OpenAPI style: `/runs/{id}`. */
  path: string;
  tag: string;
  summary: string;
  role: Role;
  /** The scope a credential needs; `null` is open to everyone. */
  scope: Scope | null;
  /** A POST that computes a response and changes nothing; not audited. */
  pure?: true;
  /** The work has its own deadline and continues without its caller; the server's request timeout does not apply. */
  ownTime?: true;
  /** The body reaches the handler as text, in whatever format: its sender signs the bytes. */
  raw?: true;
  /** Can stream events instead of a response. */
  streams?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Schema of a successful response; problems are the same for every route. */
  status: 200 | 201 | 202 | 204;
  answer: z.ZodType | "events" | "text" | "lines" | "html";
};

/** Keeps the literal types of a route, so that the client knows the input and output of each call. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}
