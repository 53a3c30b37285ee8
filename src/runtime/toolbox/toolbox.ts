import { compact } from "../../plan/compact.ts";
import { join } from "node:path";
import type { Clock } from "../../ports/clock.ts";
import type { Knowledge } from "../../ports/knowledge.ts";
import type { Log } from "../../ports/log.ts";
import { noTrace, type Trace, type TraceHeaders } from "../../ports/trace.ts";
import type { Verbs } from "../../ports/verbs.ts";
import { createBuiltinTools } from "../../tools/builtin/builtin-tools.ts";
import type { Env } from "../../tools/config/secret-text.ts";
import type { ToolsConfig } from "../../tools/config/tools-config.ts";
import { parseAllowList } from "../../tools/http/allow-list.ts";
import type { SendRequest } from "../../tools/http/dial.ts";
import { createHttp, type Http } from "../../tools/http/http.ts";
import { createApiLookup } from "../../tools/lookup/api-lookup.ts";
import { createDatabaseLookup } from "../../tools/lookup/database-lookup.ts";
import { createKnowledgeLookup } from "../../tools/lookup/knowledge-lookup.ts";
import type { McpLogin, McpLogins } from "../../tools/mcp/oauth/mcp-logins.ts";
import type { McpSource } from "../../tools/mcp/source.ts";
import type { Policy } from "../../tools/policy/policy.ts";
import { createRegistry, type ToolRegistry } from "../../tools/registry.ts";
import { createSecrets, type Secrets } from "../../tools/secrets.ts";
import type { Tool } from "../../tools/tool.ts";
import { createVerbs, defaultMaxOutputBytes, type VerbRouterDeps } from "../../tools/verb-router.ts";
import { openDatabases } from "./databases.ts";
import { openDemo } from "./demo.ts";
import { loadTerms } from "../knowledge/load-terms.ts";
import { pinsFile, readPins } from "./pins.ts";
import {
  apiQueries,
  endpointTools,
  openApiTools,
  openMcpServers,
  routerTools,
  type ToolSourceProblem,
  type SourceParts,
} from "./tool-sources.ts";

export type ToolboxParts = {
  config: ToolsConfig;
  /** Folder of the configuration: base of relative paths and of the pins. */
  folder: string;
  /** Where the demo stores its data. */
  dataFolder: string;
  env: Env;
  clock: Clock;
  log: Log;
  knowledge: Knowledge;
  /** Logins of tenants at MCP servers; by default there are none. */
  logins?: McpLogins;
  tenant?: SourceParts["tenant"];
  /** Evaluated for every call; the strictest ruling wins. */
  policies: readonly Policy[];
  openDraft?: VerbRouterDeps["openDraft"];
  rateLimiter?: VerbRouterDeps["rateLimiter"];
  /** The configured secrets; none by default. */
  secrets?: Secrets;
  /** Built-in verbs. */
  tools?: readonly Tool[];
  trace?: Trace;
  /** Opens connections; Node's sockets by default. */
  dial?: SendRequest | undefined;
};

export type OpenToolbox = {
  verbs: Verbs;
  registry: ToolRegistry;
  servers: ReadonlyMap<string, McpSource>;
  /** The MCP server of this name for the tenant. */
  server(name: string, tenant: string): Promise<McpSource> | undefined;
  /** Tool sources that cannot be used now; the rest works. */
  problems: readonly ToolSourceProblem[];
  /** The guarded HTTP client of the tools. */
  http: Http;
  stop(): Promise<void>;
};

/** Opens all configured tools as verbs. Throws for an unchecked configuration. */
export async function openToolbox(parts: ToolboxParts): Promise<OpenToolbox> {
  const { config, folder, log, dial, trace = noTrace, secrets = createSecrets() } = parts;
  const problems: ToolSourceProblem[] = [];
  const report = (place: string, text: string): void => {
    const tenants = tenantsAt(config, place);
    const message = secrets.hide(text);
    problems.push(compact({ source: place, message, tenants }));
    log.warn("tool source unavailable", { event: "tools.source_unavailable", source: place, message });
  };
  const traceHeaders = (): TraceHeaders => trace.currentHeaders();
  const http = createHttp(compact({ allows: allowsOf(config), traceHeaders, dial }));
  const maxBytes = config.max_output_bytes ?? defaultMaxOutputBytes;
  const pins = readPins(join(folder, pinsFile));
  const logins = withKnownTokens(parts.logins ?? noLogins, secrets);
  const sources: SourceParts = compact({ ...parts, http, maxBytes, pins, logins, secrets });
  const { queries, databases } = openDatabases(sources, report);
  const servers = await openMcpServers(sources, report);
  const demo = config.demo ? openDemo({ ...parts, faults: config.demo_faults, http }) : undefined;
  const { registry, issues } = createRegistry([
    ...createBuiltinTools({ http, maxBytes }),
    createKnowledgeLookup({ knowledge: parts.knowledge, loadTerms }),
    createDatabaseLookup(queries),
    createApiLookup({ http, maxBytes, apis: apiQueries(sources, report) }),
    ...(demo?.tools ?? []),
    ...endpointTools(sources, report),
    ...routerTools(sources, report),
    ...openApiTools(sources, report),
    ...[...servers.values()].flatMap((server) => server.tools),
    ...(parts.tools ?? []),
  ]);
  for (const issue of issues) report("tools", issue.message);
  return {
    verbs: createVerbs({ ...routerOf(parts), registry, maxOutputBytes: maxBytes }),
    registry,
    servers,
    server(name, tenant) {
      const found = servers.get(name);
      return found === undefined ? demo?.server(name, tenant) : Promise.resolve(found);
    },
    problems,
    http,
    async stop() {
      await Promise.all([...servers.values(), ...databases].map((source) => source.close()));
      await demo?.close();
    },
  };
}

/** Makes the tokens of each login known, so that a server cannot return them. */
function withKnownTokens(logins: McpLogins, secrets: Secrets): McpLogins {
  const know = (tenant: string, { access_token, refresh_token, client }: McpLogin): void =>
    secrets.addFor(tenant, [access_token, refresh_token, client?.client_secret]);
  return {
    async read(key) {
      const stored = await logins.read(key);
      if (stored !== undefined) know(key.tenant, stored.login);
      return stored;
    },
    async write(key, login, was) {
      know(key.tenant, login);
      return logins.write(key, login, was);
    },
  };
}

const noLogins: McpLogins = { read: async () => undefined, write: async () => false };

/** The tenants of the source that has a problem. */
function tenantsAt(config: ToolsConfig, place: string): readonly string[] | undefined {
  const [kind, name = ""] = place.split(" ");
  if (kind === "mcp") return config.mcp[name]?.defaults.tenants;
  if (kind === "openapi") return config.openapi[name]?.defaults.tenants;
  return kind === "http" ? config.http[name]?.tenants : config.apis[name]?.tenants;
}

function allowsOf(config: ToolsConfig) {
  const parsed = parseAllowList(config.allow);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.allows;
}

function routerOf(parts: ToolboxParts): Omit<VerbRouterDeps, "registry"> {
  const { policies, log, clock, openDraft, rateLimiter, secrets } = parts;
  return compact({ policies, log, clock, secrets, openDraft, rateLimiter });
}
