import type { z } from "zod";

/** What a credential may do. `admin` is every scope. */
export const scopes = ["plan", "runs", "drafts", "agents", "tools", "kb", "admin"] as const;
export type Scope = (typeof scopes)[number];

/** The process a route belongs to when roles run apart. */
export type Role = "api" | "planner" | "router" | "daemon";

/**
 * One row of the API. Server, client, OpenAPI and command line read the same rows; a handler carries the row's key as
 * its name.
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
  /** A POST that computes an answer and changes nothing; the audit log passes over it. */
  pure?: true;
  /** The work has a time of its own and goes on without its caller; the server's limit for requests is not for it. */
  ownTime?: true;
  /** Whoever asks for it gets the events of the work instead of its answer. */
  streams?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What a good answer carries; problems are the same for every route. */
  status: 200 | 201 | 202 | 204;
  answer: z.ZodType | "events" | "text" | "lines" | "html";
};

/** Keeps the literal types of a row, so that the client knows each call's input and answer. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}
