import { z } from "zod";
import { defineRoute, type Route } from "../route.ts";

/** Path parameter of routes for one record. */
export const id = z.strictObject({ id: z.string().min(1).max(200) });
/** Page size. */
export const limit = z.coerce.number().int().min(1).max(200).default(50);
/** End of the previous page. */
export const cursor = z.string().min(1).max(200).optional();

type RouteFields = Omit<Route, "method" | "path">;

export function get<const P extends string, const R extends RouteFields>(path: P, row: R) {
  return defineRoute({ method: "GET", path, ...row });
}

export function post<const P extends string, const R extends RouteFields>(path: P, row: R) {
  return defineRoute({ method: "POST", path, ...row });
}

export function put<const P extends string, const R extends RouteFields>(path: P, row: R) {
  return defineRoute({ method: "PUT", path, ...row });
}

export function remove<const P extends string, const R extends RouteFields>(path: P, row: R) {
  return defineRoute({ method: "DELETE", path, ...row });
}
