import { canonicalText } from "../../plan/canonical.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { ToolError } from "../tool-error.ts";
import type { Operation, Parameter } from "./operation.ts";

type OperationRequest = { url: string; headers: Record<string, string>; body?: string };

/** Builds the request of a call by the OpenAPI styles of its parameters. */
export function requestFor(operation: Operation, baseUrl: string, payload: JsonObject): OperationRequest {
  let { path } = operation;
  const query = new URLSearchParams();
  const headers: Record<string, string> = { accept: "application/json" };
  for (const parameter of operation.parameters) {
    const value = payload[parameter.field];
    if (value === undefined) continue;
    if (parameter.in === "path") path = path.replaceAll(`{${parameter.name}}`, segment(parameter, value));
    else if (parameter.in === "header") headers[parameter.name.toLowerCase()] = headerText(parameter, value);
    else for (const [name, text] of queryPairs(parameter, value)) query.append(name, text);
  }
  const search = query.size === 0 ? "" : `?${query.toString()}`;
  const request: OperationRequest = { url: `${baseUrl.replace(/\/$/, "")}${path}${search}`, headers };
  const body = payload["body"];
  if (operation.bodyType === undefined || body === undefined) return request;
  headers["content-type"] = operation.bodyType;
  return { ...request, body: operation.bodyType === "application/json" ? JSON.stringify(body) : form(body) };
}

/** One segment of a path. Dots alone, or an empty segment, would address another path. */
export function segment(parameter: { name: string }, value: Json): string {
  const parts = Array.isArray(value) ? value : [value];
  const text = parts.map((part) => encodeURIComponent(textOf(part))).join(",");
  if (/^\.{0,2}$/.test(text)) throw new ToolError("invalid_payload", `${parameter.name} cannot be "${text}" in a path`);
  return text;
}

function headerText({ name }: Parameter, value: Json): string {
  const text = Array.isArray(value) ? value.map(textOf).join(",") : textOf(value);
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text))
    throw new ToolError("invalid_payload", `${name} cannot be sent as a header`);
  return text;
}

const separators: Readonly<Record<string, string>> = { form: ",", spaceDelimited: " ", pipeDelimited: "|" };

function queryPairs({ name, style, explode }: Parameter, value: Json): [string, string][] {
  if (Array.isArray(value))
    return explode
      ? value.map((part) => [name, textOf(part)])
      : [[name, value.map(textOf).join(separators[style] ?? ",")]];
  if (!isJsonObject(value)) return [[name, textOf(value)]];
  const entries = Object.entries(value);
  if (style === "deepObject") return entries.map(([key, part]) => [`${name}[${key}]`, textOf(part)]);
  if (explode) return entries.map(([key, part]) => [key, textOf(part)]);
  return [[name, entries.flatMap(([key, part]) => [key, textOf(part)]).join(",")]];
}

function form(body: Json): string {
  if (!isJsonObject(body)) throw new ToolError("invalid_payload", "/body must be an object to be sent as a form");
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(body))
    for (const part of Array.isArray(value) ? value : [value]) pairs.append(name, textOf(part));
  return pairs.toString();
}

export function textOf(value: Json): string {
  if (value === null) return "";
  return typeof value === "object" ? canonicalText(value) : String(value);
}
