import { z } from "zod";
import { defineRoute, type Route } from "../route.ts";

/** Of paths that end in one thing's id. */
export const id = z.strictObject({ id: z.string().min(1).max(200) });
/** How many of a list, at most. */
export const limit = z.coerce.number().int().min(1).max(200).default(50);
/** Where the page before ended. */
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
