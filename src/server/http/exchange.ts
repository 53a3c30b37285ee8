import type { z } from "zod";
import type { Route } from "../../contracts/api/route.ts";
import type { RouteName, Routes } from "../../contracts/api/routes.ts";
import type { Principal } from "../principal.ts";

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Field<R extends Route, K extends "params" | "query" | "body"> = K extends keyof R ? Output<R[K]> : undefined;

/** A request once it is known, allowed and read. */
export type Exchange<R extends Route = Route> = {
  params: Field<R, "params">;
  query: Field<R, "query">;
  body: Field<R, "body">;
  principal: Principal;
  requestId: string;
  /** From the caller's `traceparent`, where one came. */
  traceId?: string | undefined;
  /** The `Idempotency-Key`, where one came: a handler may derive its own keys from it. */
  idempotencyKey: string | undefined;
  headers: Headers;
  /** Fires when the caller goes away or the request's time is over. */
  signal: AbortSignal;
  /** Fires when the process begins to end: a stream of events closes then, to be taken up in another. */
  stopping: AbortSignal | undefined;
};

/** What a handler gives back: the answer's shape, or a whole response where the row says `events`, `text` or `html`. */
export type Answer<R extends Route> = R["answer"] extends z.ZodType ? z.input<R["answer"]> | Response : Response;

export type Handler<R extends Route> = (exchange: Exchange<R>) => Promise<Answer<R>> | Answer<R>;

/** A handler for every route, named like it. */
export type Handlers = { readonly [Name in RouteName]: Handler<Routes[Name]> };
