import { z } from "zod";
import { defineRoute, type Route } from "../route.ts";

/** Path parameter of routes for one record. */
export const id = z.strictObject({ id: z.string().min(1).max(200) });
/** Page size. */
export const limit = z.coerce.number().int().min(1).max(200).default(50);
/** End of the previous page. */
export const cursor = z.string().min(1).max(200).optional();

type Area = Pick<Route, "tag" | "role" | "scope">;
type OwnFields = Omit<Route, "method" | "path" | "summary" | "status" | keyof Area> &
  Partial<Area & Pick<Route, "status">>;

/** Defines the routes of an area. A route answers 200, and what it states itself takes precedence. */
export function routesOf(area: Area) {
  const defaults: Area & Pick<Route, "status"> = { ...area, status: 200 };
  const define =
    <const M extends Route["method"]>(method: M) =>
    <const P extends string, const R extends OwnFields>(path: P, summary: string, own: R) =>
      defineRoute({ method, path, summary, ...defaults, ...own });
  return { get: define("GET"), post: define("POST"), put: define("PUT"), remove: define("DELETE") };
}
