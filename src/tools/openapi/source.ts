import { compact } from "../../plan/compact.ts";
import { isJsonObject } from "../../plan/json.ts";
import type { Headers } from "../http/dial.ts";
import type { Http } from "../http/http.ts";
import { readAnswer } from "../http/read-answer.ts";
import { ruledSpec, type ToolRules } from "../tool-rules.ts";
import type { Tool } from "../tool.ts";
import type { OpenApiDocument } from "./document.ts";
import { type Operation, operationsOf } from "./operation.ts";
import { requestFor } from "./request.ts";

export type OpenApiConfig = {
  name: string;
  document: OpenApiDocument;
  /** The base URL of the operations; the document's first server by default. */
  baseUrl?: string;
  /** Sent with every call, for example credentials. */
  headers?: Headers;
  prefix?: string;
  rules?: Readonly<Record<string, ToolRules>>;
  defaults?: ToolRules;
  /** Carries the effect key of a call whose retry class is `keyed`. */
  idempotencyHeader?: string;
  /** Whether answers must fit the document's schemas; false for documents with inexact schemas. */
  checkAnswers?: boolean;
};

type OpenApiParts = { http: Http; maxBytes: number };

/** The operations of a document as verbs. GET and HEAD are reads; the effect of other methods is configured. */
export function createOpenApiTools(config: OpenApiConfig, parts: OpenApiParts): { tools: Tool[]; problems: string[] } {
  const baseUrl = config.baseUrl ?? serverOf(config.document);
  if (baseUrl === undefined) return { tools: [], problems: ["the document names no absolute server; configure one"] };
  const { operations, problems } = operationsOf(config.document);
  return { tools: operations.map((operation) => toTool({ config, parts, baseUrl }, operation)), problems };
}

type DocumentSource = { config: OpenApiConfig; parts: OpenApiParts; baseUrl: string };

function toTool({ config, parts, baseUrl }: DocumentSource, operation: Operation): Tool {
  const { method, inputSchema, outputSchema } = operation;
  const prefix = config.prefix ?? config.name;
  const byMethod: ToolRules = method === "GET" || method === "HEAD" ? { effect: "read" } : {};
  const checksOutput = outputSchema !== undefined && config.checkAnswers !== false && method !== "HEAD";
  return {
    spec: ruledSpec({
      name: prefix === "" ? operation.name : `${prefix}.${operation.name}`,
      description: operation.description,
      inputSchema,
      outputSchema: checksOutput ? outputSchema : undefined,
      rules: { ...byMethod, ...config.defaults, ...config.rules?.[operation.name] },
      source: `openapi:${config.name}`,
    }),
    async run(payload, { signal, effectKey, isOurs }) {
      const { url, headers, body } = requestFor(operation, baseUrl, payload);
      const key = config.idempotencyHeader;
      const answer = await parts.http.send(
        compact({
          method,
          url,
          headers: {
            ...headers,
            ...config.headers,
            ...(key === undefined || effectKey === undefined ? {} : { [key.toLowerCase()]: effectKey }),
          },
          body,
          signal,
          isOurs,
        }),
      );
      return (await readAnswer(answer, parts.maxBytes)).body;
    },
  };
}

function serverOf({ root }: OpenApiDocument): string | undefined {
  const server: unknown = Array.isArray(root["servers"]) ? root["servers"][0] : undefined;
  if (!isJsonObject(server) || typeof server["url"] !== "string") return undefined;
  const variables = isJsonObject(server["variables"]) ? server["variables"] : {};
  const url = server["url"].replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const variable = variables[name];
    const text = isJsonObject(variable) ? variable["default"] : undefined;
    return typeof text === "string" ? text : "";
  });
  return /^https?:\/\//.test(url) ? url : undefined;
}
