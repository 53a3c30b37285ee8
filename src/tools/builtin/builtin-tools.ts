import type { Http } from "../http/http.ts";
import type { Tool } from "../tool.ts";
import { createJsonTransform } from "./json-transform.ts";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { Json } from "../../plan/json.ts";
import { readAnswer } from "../http/read-answer.ts";

const Value = z.union([z.string(), z.number(), z.boolean()]);

/** Reads a public address. Carries no credentials: an address that needs one is declared as a tool of its own. */
function createHttpGet(http: Http, maxBytes: number): Tool {
  return defineTool({
    name: "http.get",
    description: "Fetch a public web address with GET and give back its status and body.",
    input: z.strictObject({
      url: z.string().min(1).describe("http or https address"),
      query: z.record(z.string(), Value).optional().describe("added to the address as its query"),
    }),
    output: z.strictObject({ status: z.int(), content_type: z.string(), body: Json }),
    effect: "read",
    async run({ url, query = {} }, { signal }) {
      const answer = await http.send({ method: "GET", url: withQuery(url, query), signal });
      const { status, contentType, body } = await readAnswer(answer, maxBytes);
      return { status, content_type: contentType, body };
    },
  });
}

function withQuery(url: string, query: Readonly<Record<string, string | number | boolean>>): string {
  const parsed = URL.parse(url);
  // The guard reports text that is not a URL.
  if (parsed === null) return url;
  for (const [name, value] of Object.entries(query)) parsed.searchParams.append(name, String(value));
  return parsed.href;
}

function createGetTime(): Tool {
  return defineTool({
    name: "get_time",
    description: "Tell the current time in UTC.",
    input: z.strictObject({}),
    output: z.strictObject({ now_utc: z.string().describe("ISO 8601 with +00:00") }),
    effect: "read",
    timeoutMs: 1000,
    costMicroCents: 0,
    run: (_, { now }) => ({ now_utc: new Date(now).toISOString().replace("Z", "+00:00") }),
  });
}

/** What a step uses that needs no tool. */
function createEchoTool(): Tool {
  return defineTool({
    name: "echo_tool",
    description: "Give back the text.",
    input: z.strictObject({ text: z.string() }),
    output: z.strictObject({ echo: z.string() }),
    effect: "read",
    timeoutMs: 1000,
    costMicroCents: 0,
    run: ({ text }) => ({ echo: text }),
  });
}

/** The tools that need no configuration. */
export function createBuiltinTools(parts: { http: Http; maxBytes: number }): Tool[] {
  return [createEchoTool(), createGetTime(), createHttpGet(parts.http, parts.maxBytes), createJsonTransform()];
}
