import { compact } from "../../plan/compact.ts";
import type { Issue } from "../../plan/issue.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import { nearest } from "../../plan/nearest.ts";
import { joinPointer } from "../../plan/pointer.ts";
import type { JsonSchema } from "../../plan/tool-spec.ts";
import { fieldsIn } from "../endpoint/template.ts";
import { parseAllowList } from "../http/allow-list.ts";
import { undeclaredParameters } from "../lookup/database-lookup.ts";
import { isEncryptedOrLocal } from "../http/encrypted-or-local.ts";
import type { ApiConfig, EndpointConfig, McpServerConfig, ToolsConfig } from "./tools-config.ts";

/** Checks that the schema cannot express. Pointers start at `at`. */
export function checkToolsConfig(config: ToolsConfig, at: string): Issue[] {
  const issues: Issue[] = [];
  const addIssue = (pointer: string, message: string, hint?: string): void => {
    issues.push(compact({ code: "INVALID_VALUE", pointer, message, hint }));
  };
  for (const [index, entry] of config.allow.entries()) {
    const parsed = parseAllowList([entry]);
    if ("problem" in parsed) addIssue(joinPointer(at, "allow", index), parsed.problem);
  }
  for (const [name, server] of Object.entries(config.mcp))
    checkMcpServer(server, joinPointer(at, "mcp", name), addIssue);
  for (const [section, endpoints] of [
    ["http", config.http],
    ["apis", config.apis],
  ] as const)
    for (const [name, endpoint] of Object.entries(endpoints))
      checkEndpoint(endpoint, joinPointer(at, section, name), addIssue);
  for (const [name, { sqlite, postgres }] of Object.entries(config.databases))
    if ((sqlite === undefined) === (postgres === undefined))
      addIssue(joinPointer(at, "databases", name), "needs either sqlite or postgres");
  for (const [name, { queries }] of Object.entries(config.databases))
    for (const [query, { sql, input }] of Object.entries(queries))
      for (const parameter of undeclaredParameters({ sql, input }))
        addIssue(
          joinPointer(at, "databases", name, "queries", query, "sql"),
          `:${parameter} is not a property of input`,
        );
  return issues;
}

type AddIssue = (pointer: string, message: string, hint?: string) => void;

function checkMcpServer({ command, url, oauth, headers }: McpServerConfig, place: string, say: AddIssue): void {
  if ((command === undefined) === (url === undefined)) say(place, "needs either command or url");
  if (url !== undefined && !isHttp(url)) say(joinPointer(place, "url"), "must be an http or https address");
  if (oauth === undefined) return;
  const at = joinPointer(place, "oauth");
  if (url === undefined || !isHttp(url)) say(at, "needs a url");
  else if (!isEncryptedOrLocal(url)) say(joinPointer(place, "url"), "must be https, or http on this machine");
  if (oauth.client_secret !== undefined && oauth.client_id === undefined) say(at, "client_secret needs client_id");
  for (const header of Object.keys(headers))
    if (header.toLowerCase() === "authorization")
      say(joinPointer(place, "headers", header), "the login sets this header");
}

function checkEndpoint(endpoint: EndpointConfig | ApiConfig, place: string, say: AddIssue): void {
  const { url, query, input } = endpoint;
  const [, host = ""] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (host === "") say(joinPointer(place, "url"), "must be an http or https address");
  if (fieldsIn(host).length > 0) say(joinPointer(place, "url"), "the host cannot come from the payload");
  const known = Object.keys(propertiesOf(input));
  const parts: Json[] = [url, query, "body" in endpoint ? (endpoint.body ?? null) : null];
  for (const field of new Set(parts.flatMap(fieldsIn)))
    if (!known.includes(field)) {
      const close = nearest(field, known);
      say(place, `{${field}} is not a property of input`, close === undefined ? undefined : `Did you mean {${close}}?`);
    }
}

function propertiesOf(input: JsonSchema): object {
  return isJsonObject(input) && isJsonObject(input["properties"]) ? input["properties"] : {};
}

function isHttp(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}
