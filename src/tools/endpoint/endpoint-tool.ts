import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { atPointer } from "../../plan/pointer.ts";
import type { JsonSchema } from "../../plan/tool-spec.ts";
import type { Headers } from "../http/dial.ts";
import type { Http } from "../http/http.ts";
import { readAnswer } from "../http/read-answer.ts";
import { segment, textOf } from "../openapi/request.ts";
import { ruledSpec, type ToolRules } from "../tool-rules.ts";
import { ToolError } from "../tool-error.ts";
import type { Tool, ToolContext } from "../tool.ts";
import { fillJson, fillText } from "./template.ts";

/** One HTTP call as data. `{field}` is replaced by a field of the payload. */
export type Endpoint = {
  name: string;
  description: string;
  method: string;
  /** Placeholders are allowed in the path, never in the host. */
  url: string;
  query?: Readonly<Record<string, Json>>;
  /** Sent as they are; the place for credentials. */
  headers?: Headers;
  body?: Json;
  input: JsonSchema;
  /** The part of the answer that is the output; all of it if it is absent. */
  pick?: string;
  output?: JsonSchema;
  rules?: ToolRules;
  idempotencyHeader?: string;
};

type EndpointParts = { http: Http; maxBytes: number };

/** Creates a verb from an endpoint. A GET is a read; the effect of other methods is configured. */
export function createEndpointTool(endpoint: Endpoint, parts: EndpointParts): Tool {
  const { name, description, input: inputSchema, output: outputSchema } = endpoint;
  const byMethod: ToolRules = endpoint.method === "GET" ? { effect: "read" } : {};
  return {
    spec: ruledSpec({
      name,
      description,
      inputSchema,
      outputSchema,
      rules: { ...byMethod, ...endpoint.rules },
      source: `http:${name}`,
    }),
    run: (payload, context) => callEndpoint(endpoint, payload, { ...parts, ...context }),
  };
}

type EndpointCall = EndpointParts & Pick<ToolContext, "signal" | "effectKey" | "isOurs">;

export async function callEndpoint(endpoint: Endpoint, payload: JsonObject, call: EndpointCall): Promise<Json> {
  const { method, headers, idempotencyHeader: key } = endpoint;
  const body = endpoint.body === undefined ? undefined : fillJson(endpoint.body, payload);
  const answer = await call.http.send({
    method,
    url: urlFor(endpoint, payload),
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
      ...(key === undefined || call.effectKey === undefined ? {} : { [key]: call.effectKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: call.signal,
    ...(call.isOurs === undefined ? {} : { isOurs: call.isOurs }),
  });
  const read = await readAnswer(answer, call.maxBytes);
  if (endpoint.pick === undefined) return read.body;
  const picked = atPointer(read.body, endpoint.pick);
  if (picked === undefined) throw new ToolError("invalid_output", `the answer has nothing at ${endpoint.pick}`);
  return picked;
}

function urlFor({ url, query = {} }: Endpoint, payload: JsonObject): string {
  const target = new URL(fillText(url, payload, (value) => segment({ name: "a path parameter" }, value)));
  for (const [name, template] of Object.entries(query)) {
    const value = fillJson(template, payload);
    if (value === undefined || isJsonObject(value)) continue;
    for (const part of Array.isArray(value) ? value : [value]) target.searchParams.append(name, textOf(part));
  }
  return target.href;
}
