import type { z } from "zod";
import type { Route } from "../../contracts/api/route.ts";
import type { RouteName, Routes } from "../../contracts/api/routes.ts";
import type { Principal } from "../principal.ts";

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Field<R extends Route, K extends "params" | "query" | "body"> = K extends keyof R ? Output<R[K]> : undefined;

/** A request after authentication, authorisation and parsing. */
type Exchange<R extends Route = Route> = {
  params: Field<R, "params">;
  query: Field<R, "query">;
  body: Field<R, "body">;
  principal: Principal;
  requestId: string;
  /** From the caller's `traceparent`, if it sent one. */
  traceId?: string | undefined;
  /** The `Idempotency-Key`, if one was sent; a handler may derive its own keys from it. */
  idempotencyKey: string | undefined;
  headers: Headers;
  /** Aborts when the caller disconnects or the request's deadline passes. */
  signal: AbortSignal;
  /** Aborts when the process shuts down: event streams close, and clients resume them elsewhere. */
  stopping: AbortSignal | undefined;
};

/** What a handler returns: the response body, or a whole response where the route answers `events`, `text` or `html`. */
type Answer<R extends Route> = R["answer"] extends z.ZodType ? z.input<R["answer"]> | Response : Response;

type Handler<R extends Route> = (exchange: Exchange<R>) => Promise<Answer<R>> | Answer<R>;

/** One handler for every route, with the route's name. */
export type Handlers = { readonly [Name in RouteName]: Handler<Routes[Name]> };

/** The handlers of one area of the route table. */
export type HandlersOf<Area> = Pick<Handlers, keyof Area & RouteName>;
