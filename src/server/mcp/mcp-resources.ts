import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Connection } from "../../client/call.ts";
import { type Client, createClient, ProblemError } from "../../client/client.ts";
import { isKeyOf } from "../../plan/keys.ts";

const mimeType = "application/json";
const yaml = "application/yaml";
const taughtPack = "planwright://packs/taught";
/** How many saved plans and newest runs are listed; any of them can be read. */
const listedRows = 25;

/** Packs, saved plans, runs and their plans as resources, read over the API with the caller's own credential. */
export function addResources(server: Server, connection: Connection): void {
  const client = createClient(connection);
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({
    resources: (await Promise.all([listPacks(client), listPlans(client), listRuns(client)])).flat(),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: templates }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    if (uri === taughtPack) return { contents: [{ uri, mimeType: yaml, text: await client.exportTaught({}) }] };
    const found = await read(client, uri).catch((error: unknown) => {
      throw error instanceof ProblemError && error.problem.code === "NOT_FOUND" ? unknownResource(uri) : error;
    });
    return { contents: [{ uri, mimeType, text: JSON.stringify(found) }] };
  });
}

const templates = [
  { uriTemplate: "planwright://packs/{name}", name: "Domain pack", mimeType },
  { uriTemplate: "planwright://plans/{name}", name: "Saved plan", mimeType },
  { uriTemplate: "planwright://runs/{id}", name: "Run", description: "Results, effects and open decisions", mimeType },
  { uriTemplate: "planwright://runs/{id}/plan", name: "Plan of a run", mimeType },
];

type Resource = { uri: string; name: string; description: string; mimeType: string };

async function listPacks(client: Client): Promise<Resource[]> {
  const { packs } = await orNone(client.listPacks({}), { packs: [] });
  const taught = { uri: taughtPack, name: "Taught pack", description: "Rules that people taught", mimeType: yaml };
  return [
    taught,
    ...packs.map(({ name, description }) => ({ uri: `planwright://packs/${name}`, name, description, mimeType })),
  ];
}

async function listPlans(client: Client): Promise<Resource[]> {
  const { plans } = await orNone(client.listPlans({ query: { limit: listedRows } }), { plans: [] });
  return plans.map(({ name, version }) => {
    return { uri: `planwright://plans/${name}`, name, description: `Saved plan, version ${version}`, mimeType };
  });
}

async function listRuns(client: Client): Promise<Resource[]> {
  const { runs } = await orNone(client.listRuns({ query: { limit: listedRows } }), { runs: [] });
  return runs.flatMap(({ run_id: id, title, status }) => [
    { uri: `planwright://runs/${id}`, name: title || id, description: `Run, ${status}`, mimeType },
    { uri: `planwright://runs/${id}/plan`, name: `Plan: ${title || id}`, description: "Plan of a run", mimeType },
  ]);
}

/** A credential lists what its scopes allow. */
async function orNone<T, U>(asked: Promise<T>, none: U): Promise<T | U> {
  return asked.catch((error: unknown) => {
    if (error instanceof ProblemError && error.problem.code === "FORBIDDEN") return none;
    throw error;
  });
}

async function read(client: Client, uri: string): Promise<unknown> {
  const [, kind, id = "", plan] = /^planwright:\/\/(packs|plans|runs)\/([^/]{1,200})(\/plan)?$/.exec(uri) ?? [];
  if (kind === "packs" && plan === undefined) return client.getPack({ params: { id } });
  if (kind === "plans" && plan === undefined) return client.getPlan({ params: { name: id } });
  if (kind !== "runs") throw unknownResource(uri);
  const detail = await client.getRun({ params: { id } });
  return plan === undefined ? detail : detail.plan;
}

function unknownResource(uri: string): McpError {
  return new McpError(ErrorCode.InvalidParams, `There is no resource ${uri}`);
}

const prompts = {
  carry_out: {
    description: "Plan a request, show the plan, and carry it out",
    arguments: [{ name: "request", description: "What to do, in plain words", required: true }],
    text: ({ request = "" }: Record<string, string>) =>
      `Plan this request with the tool plan, show me the steps, then carry it out with start_run and report the result from get_run. If it waits for approval, say so and stop.\n\n${request}`,
  },
  inbox: {
    description: "Summarise what waits for a person's decision",
    arguments: [],
    text: () =>
      "List what waits for a person with list_escalations and list_drafts. For each, say in one sentence what it would change and who should decide. Decide nothing yourself.",
  },
} as const;

export function addPrompts(server: Server): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: Object.entries(prompts).map(([name, { description, arguments: args }]) => ({
      name,
      description,
      arguments: [...args],
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: args = {} } }) => {
    const prompt = isKeyOf(prompts, name) ? prompts[name] : undefined;
    if (prompt === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${name}`);
    const missing = prompt.arguments.find((argument) => (args[argument.name] ?? "") === "");
    if (missing !== undefined) throw new McpError(ErrorCode.InvalidParams, `The argument ${missing.name} is required`);
    return {
      description: prompt.description,
      messages: [{ role: "user", content: { type: "text", text: prompt.text(args) } }],
    };
  });
}
