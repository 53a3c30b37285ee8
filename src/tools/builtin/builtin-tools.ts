import type { Http } from "../http/http.ts";
import type { Tool } from "../tool.ts";
import { echoTool } from "./echo.ts";
import { getTime } from "./get-time.ts";
import { createHttpGet } from "./http-get.ts";
import { jsonTransform } from "./json-transform.ts";

/** The tools that are there without any configuration. */
export function createBuiltinTools(parts: { http: Http; maxBytes: number }): Tool[] {
  return [echoTool, getTime, createHttpGet(parts.http, parts.maxBytes), jsonTransform];
}
