import { compact } from "../../plan/compact.ts";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Clock } from "../../ports/clock.ts";
import type { Log, LogFields } from "../../ports/log.ts";
import { type Env, readSecrets } from "../../tools/config/secret-text.ts";
import type {
  ApiConfig,
  EndpointConfig,
  McpRulesConfig,
  McpServerConfig,
  RulesConfig,
  ToolsConfig,
} from "../../tools/config/tools-config.ts";
import { createEndpointTool, type Endpoint } from "../../tools/endpoint/endpoint-tool.ts";
import type { Http } from "../../tools/http/http.ts";
import type { ApiQuery } from "../../tools/lookup/api-lookup.ts";
import type { McpEndpoint } from "../../tools/mcp/endpoint.ts";
import type { Pin } from "../../tools/mcp/pin.ts";
import type { McpRules } from "../../tools/mcp/read-back.ts";
import type { McpLogins } from "../../tools/mcp/oauth/mcp-logins.ts";
import type { McpOAuth, McpSource } from "../../tools/mcp/source.ts";
import { parseOpenApi } from "../../tools/openapi/document.ts";
import { createOpenApiTools } from "../../tools/openapi/source.ts";
import { unknownRuleNames, type ToolRules } from "../../tools/tool-rules.ts";
import { createRouterTool } from "../../tools/router/router-tool.ts";
import type { Secrets } from "../../tools/secrets.ts";
import type { Tool } from "../../tools/tool.ts";

export type SourceParts = {
  config: ToolsConfig;
  /** Base folder of relative paths in the configuration. */
  folder: string;
  env: Env;
  http: Http;
  maxBytes: number;
  clock: Clock;
  log: Log;
  pins: Readonly<Record<string, Pin>>;
  logins: McpLogins;
  secrets: Secrets;
  /** Whose login reads the tools of a server where tenants log in; the first tenant of the server by default. */
  tenant?: string;
};

/** A configured tool source that cannot be used now. The rest works without it. */
export type ToolSourceProblem = {
  source: string;
  message: string;
  /** Tenants of the source, if it is not for everyone. */
  tenants?: readonly string[];
};

export type ReportProblem = (place: string, message: string) => void;

export async function openMcpServers(parts: SourceParts, report: ReportProblem): Promise<Map<string, McpSource>> {
  const declared = Object.entries(parts.config.mcp);
  if (declared.length === 0) return new Map();
  const { openMcpSource } = await import("../../tools/mcp/source.ts");
  const opened = await Promise.all(
    declared.map(async ([name, server]) => {
      const endpoint = mcpEndpoint(server, parts, (message) => report(`mcp ${name}`, message));
      if (endpoint === undefined) return [];
      const oauth = mcpOAuth(server, parts);
      if ("missing" in oauth) {
        report(`mcp ${name}`, `${oauth.missing} is not set in the environment`);
        return [];
      }
      const pin = parts.pins[name];
      const stderr = collectStderr(parts);
      try {
        const source = await openMcpSource(
          compact({
            name,
            endpoint,
            prefix: server.prefix,
            pin,
            envelope: server.envelope,
            defaults: toRules(server.defaults),
            rules: mapValues(server.tools, toMcpRules),
            oauth: oauth.value,
          }),
          { ...parts, log: stderr.log, maxAnswerBytes: parts.maxBytes * 2 },
        );
        const offered = source.tools.map(({ spec }) => spec.name.slice(prefixOf(name, server).length));
        for (const stray of unknownRuleNames(server.tools, offered)) report(`mcp ${name}`, stray);
        const manifest = (tenant?: string): ReturnType<McpSource["manifest"]> =>
          source.manifest(tenant).catch((error: unknown) => stderr.rethrow(error));
        return [[name, { ...source, manifest }] as const];
      } catch (error) {
        report(`mcp ${name}`, stderr.explain(error));
        return [];
      }
    }),
  );
  return new Map(opened.flat());
}

/** Keeps the last output of a server on stderr: it usually says why the server does not start. */
function collectStderr({ log, secrets }: Pick<SourceParts, "log" | "secrets">) {
  let text = "";
  const explain = (error: unknown): string => {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    const line = lines.find((one) => /error/i.test(one)) ?? lines.at(-1);
    const said = secrets.hide(line?.trim())?.slice(0, 300);
    return `${secrets.hide(messageOf(error))}${said === undefined ? "" : ` (stderr: ${said})`}`;
  };
  return {
    log: {
      ...log,
      debug(message: string, given: LogFields = {}): void {
        if (given["event"] === "mcp.stderr") text = `${text}${String(given["text"])}`.slice(-4_000);
        const fields = secrets.hide(given);
        log.debug(message, fields);
      },
    },
    explain,
    rethrow(error: unknown): never {
      throw new Error(explain(error));
    },
  };
}

export function mcpEndpoint(
  server: McpServerConfig,
  parts: Pick<SourceParts, "env" | "folder">,
  refuseSource: (message: string) => void,
): McpEndpoint | undefined {
  const { values, missing } = readSecrets(server.url === undefined ? server.env : server.headers, parts.env);
  if (missing.length > 0) {
    refuseSource(`${missing.join(", ")} is not set in the environment`);
    return undefined;
  }
  if (server.url !== undefined) return { kind: "http", url: withQuery(server.url, server.query), headers: values };
  const [command = "", ...args] = server.command ?? [];
  const cwd = resolve(parts.folder, server.cwd ?? ".");
  return { kind: "stdio", command, args, env: values, cwd };
}

/** The login of a server, with the client that the configuration names; `value` is undefined without a login. */
export function mcpOAuth(
  { oauth, defaults }: McpServerConfig,
  { env, logins, tenant }: Pick<SourceParts, "env" | "logins" | "tenant">,
): { value: McpOAuth | undefined } | { missing: string } {
  if (oauth === undefined) return { value: undefined };
  const { values, missing } = readSecrets(compact({ client_secret: oauth.client_secret }), env);
  if (missing.length > 0) return { missing: missing.join(", ") };
  const { client_id } = oauth;
  const client = client_id === undefined ? undefined : compact({ client_id, client_secret: values["client_secret"] });
  const home = tenant ?? defaults.tenants?.find((one) => one !== "*") ?? "local";
  return { value: compact({ logins, client, tenant: home }) };
}

function withQuery(text: string, query: Readonly<Record<string, string>>): string {
  if (Object.keys(query).length === 0) return text;
  const url = new URL(text);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

export function openApiTools(parts: SourceParts, report: ReportProblem): Tool[] {
  return Object.entries(parts.config.openapi).flatMap(([name, server]) => {
    const say = (message: string): Tool[] => {
      report(`openapi ${name}`, message);
      return [];
    };
    const { values, missing } = readSecrets(server.headers, parts.env);
    if (missing.length > 0) return say(`${missing.join(", ")} is not set in the environment`);
    const document = readOpenApi(resolve(parts.folder, server.document));
    if (!document.ok) return say(`${server.document}: ${document.issues[0]?.message ?? "cannot be read"}`);
    const { tools, problems } = createOpenApiTools(
      compact({
        name,
        document: document.value,
        headers: values,
        checkAnswers: server.check_answers,
        baseUrl: server.server,
        prefix: server.prefix,
        idempotencyHeader: server.idempotency_header,
        ...rulesOf(server),
      }),
      parts,
    );
    const offered = tools.map(({ spec }) => spec.name.slice(prefixOf(name, server).length));
    for (const problem of [...problems, ...unknownRuleNames(server.tools, offered)]) say(problem);
    return tools;
  });
}

function readOpenApi(file: string): ReturnType<typeof parseOpenApi> {
  try {
    return parseOpenApi(readFileSync(file, "utf8"));
  } catch (error) {
    return { ok: false, issues: [{ code: "NOT_FOUND", pointer: "", message: messageOf(error) }] };
  }
}

export function endpointTools(parts: SourceParts, report: ReportProblem): Tool[] {
  return Object.entries(parts.config.http).flatMap(([name, config]) => {
    const endpoint = toEndpoint(name, config, parts.env);
    if ("missing" in endpoint) report(`http ${name}`, `${endpoint.missing} is not set in the environment`);
    else return [createEndpointTool(endpoint, parts)];
    return [];
  });
}

/** The verbs of remote routers, under their own ids. */
export function routerTools(parts: SourceParts, report: ReportProblem): Tool[] {
  return Object.entries(parts.config.routers).flatMap(([router, { url, headers, verbs }]) => {
    const { values, missing } = readSecrets(headers, parts.env);
    if (missing.length > 0) {
      report(`router ${router}`, `${missing.join(", ")} is not set in the environment`);
      return [];
    }
    return Object.entries(verbs).map(([name, { description, input, output, ...rules }]) =>
      createRouterTool(
        { name, description, input, output, rules: toRules(rules), router, url, headers: values },
        parts,
      ),
    );
  });
}

export function apiQueries(parts: SourceParts, report: ReportProblem): ApiQuery[] {
  return Object.entries(parts.config.apis).flatMap(([name, config]) => {
    const endpoint = toEndpoint(name, config, parts.env);
    if ("missing" in endpoint) report(`api ${name}`, `${endpoint.missing} is not set in the environment`);
    else return [{ ...endpoint, method: "GET" as const, ...compact({ tenants: config.tenants }) }];
    return [];
  });
}

function toEndpoint(name: string, config: EndpointConfig | ApiConfig, env: Env): Endpoint | { missing: string } {
  const { values, missing } = readSecrets(config.headers, env);
  if (missing.length > 0) return { missing: missing.join(", ") };
  const { description, url, query, input, pick } = config;
  const shared = compact({ name, description, url, query, input, headers: values, pick });
  if (!("method" in config)) return { ...shared, method: "GET" };
  const { method, body, output, idempotency_header: idempotencyHeader } = config;
  return { ...shared, method, rules: toRules(config), ...compact({ body, output, idempotencyHeader }) };
}

function prefixOf(name: string, { prefix = name }: { prefix?: string | undefined }): string {
  return prefix === "" ? "" : `${prefix}.`;
}

type SourceRules = { defaults: RulesConfig; tools: Readonly<Record<string, RulesConfig>> };

function rulesOf({ defaults, tools }: SourceRules): { defaults: ToolRules; rules: Record<string, ToolRules> } {
  return { defaults: toRules(defaults), rules: mapValues(tools, toRules) };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)] as const));
}

function toMcpRules({ key_argument: keyArgument, read_back: readBack, ...rules }: McpRulesConfig): McpRules {
  return { ...toRules(rules), ...compact({ keyArgument, readBack }) };
}

function toRules({ effect, timeout_ms, retry, cost_micro_cents, tenants }: RulesConfig): ToolRules {
  return compact({
    effect,
    timeoutMs: timeout_ms,
    retryClass: retry,
    costMicroCents: cost_micro_cents,
    tenants,
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
