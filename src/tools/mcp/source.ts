import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import { compact } from "../../plan/compact.ts";
import { asJsonObject, type Json, type JsonObject, toJson } from "../../plan/json.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { createGuardedFetch } from "../http/guarded-fetch.ts";
import type { Http } from "../http/http.ts";
import { applyRules, type ToolRules } from "../tool-rules.ts";
import { ToolError } from "../tool-error.ts";
import { createSecrets, type Secrets } from "../secrets.ts";
import type { Tool } from "../tool.ts";
import { identityOf, type McpEndpoint } from "./endpoint.ts";
import { type Envelope, unwrapped, unwrappedSchema } from "./envelope.ts";
import { createMcpConnection, type McpConnection } from "./connection.ts";
import type { Manifest, McpTool } from "./manifest.ts";
import { createAuthorizedFetch } from "./oauth/authorized-fetch.ts";
import type { McpLogins } from "./oauth/mcp-logins.ts";
import { createTokenSource, type OAuthClient } from "./oauth/token-source.ts";
import { createPin, type Drift, driftOf, type Pin } from "./pin.ts";
import { type McpRules, previewBy, readBackBy, withKey } from "./read-back.ts";
import { type McpCall, openSession, type Session } from "./session.ts";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { parseJsonText } from "../../plan/json-text.ts";

export type McpConfig = {
  name: string;
  endpoint: McpEndpoint;
  /** Before the tool's name, with a dot; the server's name if it is absent, nothing where it is empty. */
  prefix?: string;
  pin?: Pin;
  rules?: Readonly<Record<string, McpRules>>;
  /** For tools without rules of their own. */
  defaults?: ToolRules;
  /** Where the server wraps what its tools answer. */
  envelope?: Envelope;
  /** Where each tenant logs in: every tenant has a session of its own. */
  oauth?: McpOAuth;
};

export type McpOAuth = {
  logins: McpLogins;
  client?: OAuthClient;
  /** The tenant whose login reads the tools if no tenant is given. */
  tenant: string;
};

type McpParts = {
  http: Http;
  log: Log;
  clock: Clock;
  /** Secrets that are removed from descriptions of tools; none by default. */
  secrets?: Secrets;
  maxAnswerBytes?: number;
  connectTimeoutMs?: number;
};

export type McpSource = {
  tools: Tool[];
  isPinned: boolean;
  /** Reads the current tools of the server. The tenant matters only if tenants log in. */
  manifest(tenant?: string): Promise<Manifest>;
  /** What `manifest` would be pinned as. */
  currentPin(): Promise<Pin>;
  /** Differences from the pin; none without a pin. */
  drift(tenant?: string): Promise<Drift[]>;
  close(): Promise<void>;
};

/** Twice the limit of the router: a result often has its content twice, as text and structured. */
const defaultMaxAnswerBytes = 8 * 1024 * 1024;

/**
 * The tools of one MCP server as verbs. With a pin the tools are those that were accepted, whether or not the server is
 * up; without one they are its current tools, and only reads may be called.
 */
export async function openMcpSource(config: McpConfig, parts: McpParts): Promise<McpSource> {
  const { endpoint, pin } = config;
  const links = createLinks(config, parts);
  const manifest = async (tenant?: string): Promise<Manifest> =>
    (await links.of(tenant ?? config.oauth?.tenant).session()).manifest();
  const drift = async (tenant?: string): Promise<Drift[]> =>
    pin === undefined ? [] : driftOf(pin, identityOf(endpoint), await manifest(tenant));
  try {
    const offered = pin?.manifest ?? (await manifest());
    return {
      tools: offered.tools.map((tool) => toTool(config, tool, { links, assertPinned: createPinCheck(config) })),
      isPinned: pin !== undefined,
      manifest,
      currentPin: async () => createPin(identityOf(endpoint), await manifest()),
      drift,
      close: () => links.close(),
    };
  } catch (error) {
    await links.close();
    throw error;
  }
}

type McpLinks = { of(tenant: string | undefined): McpConnection; close(): Promise<void> };

/** One connection for all, or one for each tenant if tenants log in. */
function createLinks({ name, endpoint, oauth }: McpConfig, parts: McpParts): McpLinks {
  const { http, log, clock, secrets = createSecrets() } = parts;
  const links = new Map<string, McpConnection>();
  const authorizeFor = (tenant: string): ((send: typeof fetch) => typeof fetch) | undefined => {
    if (oauth === undefined || endpoint.kind !== "http") return undefined;
    // The headers of the server are not sent to the authorization server.
    const tokens = createTokenSource(
      { tenant, server: name },
      compact({ ...oauth, url: endpoint.url, clock, fetch: createGuardedFetch(http) }),
    );
    return (send) => createAuthorizedFetch(send, tokens);
  };
  const connect = (tenant: string): McpConnection => {
    const authorize = authorizeFor(tenant);
    const maxAnswerBytes = parts.maxAnswerBytes ?? defaultMaxAnswerBytes;
    const connectTimeoutMs = parts.connectTimeoutMs ?? 15_000;
    const onStderr = (text: string): void =>
      log.debug("MCP server wrote to stderr", { event: "mcp.stderr", server: name, text: text.slice(0, 500) });
    const hide = (manifest: Manifest): Manifest => secrets.hide(manifest, tenant);
    const shared = { http, maxAnswerBytes, connectTimeoutMs, hide, onStderr };
    return createMcpConnection((onEnd) => openSession(endpoint, compact({ ...shared, onEnd, authorize })), clock);
  };
  return {
    of(tenant = "") {
      const key = oauth === undefined ? "" : tenant;
      const link = links.get(key) ?? connect(key);
      links.set(key, link);
      return link;
    },
    close: async () => void (await Promise.all([...links.values()].map((link) => link.close()))),
  };
}

type McpServer = { links: McpLinks; assertPinned: (manifest: Manifest) => void };

function toTool(config: McpConfig, tool: McpTool, { links, assertPinned }: McpServer): Tool {
  const { keyArgument, readBack, ...rules }: McpRules = config.rules?.[tool.name] ?? {};
  const ruled = applyRules({ ...config.defaults, ...rules });
  const prefix = config.prefix ?? config.name;
  const { envelope } = config;
  const outputSchema = envelope === undefined ? tool.outputSchema : unwrappedSchema(tool.outputSchema, envelope);
  const ask = async (session: Session, name: string, { args, ...call }: McpCall & { args: JsonObject }) => {
    const output = outputOf(await session.call(name, args, call));
    return envelope === undefined ? output : unwrapped(output, envelope);
  };
  return {
    spec: {
      name: prefix === "" ? tool.name : `${prefix}.${tool.name}`,
      description: tool.description,
      inputSchema: tool.inputSchema,
      ...(outputSchema === undefined ? {} : { outputSchema }),
      ...ruled,
      source: `mcp:${config.name}`,
      canReadBack: readBack !== undefined,
    },
    async run(given, { signal, effectKey, isOurs, heartbeat, tenant }) {
      const link = links.of(tenant);
      const args =
        keyArgument === undefined || effectKey === undefined ? given : withKey(given, keyArgument, effectKey);
      const call = async (session: Session) => {
        if (ruled.effect !== "read") assertPinned(session.manifest());
        return ask(
          session,
          tool.name,
          compact({
            args,
            signal,
            isOurs,
            heartbeat,
          }),
        );
      };
      try {
        return await call(await link.session());
      } catch (error) {
        if (!isExpired(error)) throw error;
        // The server was restarted and refused the old session: nothing ran, so the call may be sent again.
        await link.drop();
        return call(await link.session()).catch((again: unknown) => {
          throw isExpired(again) ? new ToolError("unavailable", "the server forgets its sessions at once") : again;
        });
      }
    },
    ...(readBack !== undefined && {
      readBack: (effect, { signal, tenant }) =>
        readBackBy(readBack, effect, async (args) =>
          ask(await links.of(tenant).session(), readBack.tool, { args, signal }),
        ),
      previewChange: (payload, { signal, tenant }) =>
        previewBy(readBack, payload, async (args) =>
          ask(await links.of(tenant).session(), readBack.tool, { args, signal }),
        ),
    }),
  };
}

function isExpired(error: unknown): boolean {
  return error instanceof ToolError && error.code === "session_expired";
}

/** Refuses a server that differs from its pin. A manifest stays the same object until the server changes it. */
function createPinCheck({ name, endpoint, pin }: McpConfig): (manifest: Manifest) => void {
  const hint = `look at it with "planwright tools check ${name}", then accept it with "planwright tools pin ${name}"`;
  if (pin === undefined)
    return () => {
      throw new ToolError("manifest_unpinned", `${name} was never pinned; ${hint}`);
    };
  const drifts = memoizeByIdentity((manifest: Manifest) => driftOf(pin, identityOf(endpoint), manifest));
  return (manifest) => {
    const [first, ...rest] = drifts(manifest);
    if (first === undefined) return;
    const more = rest.length === 0 ? "" : ` (and ${rest.length} more)`;
    throw new ToolError("manifest_drift", `${name} differs from its pin: ${first.message}${more}; ${hint}`);
  };
}

/**
 * The output of a tool's result: its structured content; else its only text, parsed as JSON if it is an object or a list;
 * else the blocks unchanged. A result marked as an error is a failed answer.
 */
function outputOf(result: CallToolResult): Json {
  const texts = result.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  if (result.isError === true) throw new ToolError("tool_failed", texts.join("\n").slice(0, 2000) || "the tool failed");
  if (result.structuredContent !== undefined) return asJsonObject(result.structuredContent);
  const [only] = texts;
  if (only !== undefined && result.content.length === 1) return fromText(only);
  return toJson(result.content);
}

function fromText(text: string): Json {
  if (!/^\s*[[{]/.test(text)) return text;
  const parsed = parseJsonText(text, { depth: 64, stringBytes: Infinity, unsafeKeys: new Set(["__proto__"]) });
  return parsed.ok ? parsed.value : text;
}
