import { assertFits } from "../assert-fits.ts";
import { callEndpoint, type Endpoint } from "../endpoint/endpoint-tool.ts";
import type { Http } from "../http/http.ts";
import type { Tool } from "../tool.ts";
import { createLookupTool, describeNamed, findNamed, type LookupPayload } from "./lookup-tool.ts";

/** Finds a declared GET endpoint by the name in the lookup's query. */
export type ApiQuery = Endpoint & { method: "GET"; tenants?: readonly string[] };

/** `lookup.api`: the query names an endpoint, the filters are its parameters. */
export function createApiLookup(parts: { http: Http; maxBytes: number; apis: readonly ApiQuery[] }): Tool {
  const byName = new Map(parts.apis.map((api) => [api.name, api]));
  const fitting = ({ query, filters }: LookupPayload, tenant: string | undefined): ApiQuery => {
    const api = findNamed(query, byName, tenant);
    assertFits(api.input, filters, "invalid_payload");
    return api;
  };
  return createLookupTool({
    target: "api",
    description: describeNamed("Ask a declared endpoint; query is its name, filters its parameters.", parts.apis),
    declared: parts.apis,
    output: {
      type: "object",
      required: ["query", "result"],
      properties: { query: { type: "string" }, result: true },
    },
    check: (payload, tenant) => void fitting(payload, tenant),
    async answer(payload, { tenant, signal }) {
      const api = fitting(payload, tenant);
      return { query: api.name, result: await callEndpoint(api, payload.filters, { ...parts, signal }) };
    },
  });
}
