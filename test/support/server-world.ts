import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { type Role, type Scope } from "../../src/contracts/api/route.ts";
import { type RouteName, routes } from "../../src/contracts/api/routes.ts";
import { compact } from "../../src/plan/compact.ts";
import type { ReasoningModel } from "../../src/runtime/react.ts";
import { openPlanwright, type OpenPlanwright } from "../../src/runtime/open-planwright.ts";
import { createApp } from "../../src/server/app.ts";
import { createKeyring, type Keyring } from "../../src/server/auth/keyring.ts";
import { createBearerAuth } from "../../src/server/auth/verify.ts";
import { createHandlers } from "../../src/server/handlers/index.ts";
import type { Handlers } from "../../src/server/http/exchange.ts";
import { defaultLimits, type Limits } from "../../src/server/http/serve.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { createMemoryLog } from "../../src/testing/memory-log.ts";
import { onPostgres, trackJobs } from "./test-store.ts";
import { openSchema } from "./postgres-schema.ts";

export type Call = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
};

/**
 * The whole service on SQLite files in a temporary folder, or on Postgres under `npm run test:postgres`, with a fake
 * clock and in-process requests.
 */
export type ServerWorld = {
  app: Hono;
  planwright: OpenPlanwright;
  keyring: Keyring;
  clock: FakeClock;
  log: ReturnType<typeof createMemoryLog>;
  folder: string;
  /** Names of the called handlers, in order. */
  reached: RouteName[];
  /** Creates a key and returns its text. */
  key(tenant: string, scopes: readonly Scope[], expiresAt?: number): Promise<string>;
  /** Calls a route by name, with an optional key. */
  call(name: RouteName, call?: Call, key?: string): Promise<Response>;
  stop(): Promise<void>;
};

const roles: ReadonlySet<Role> = new Set(["api", "planner", "router", "daemon"]);

/** Writes need no approval here; `approval` in a test's configuration overrides it. */
const approval = { default: "allow" };

/** The default configuration. */
const demoWorkspace = { tools: { demo: true }, packs: ["small-business"] };

export type WorldOptions = {
  limits?: Partial<Limits>;
  origins?: readonly string[];
  roles?: readonly Role[];
  stopping?: AbortSignal;
  /** Environment variables; none by default. */
  env?: Record<string, string>;
  /** Model for ReAct runs; the grammar planner by default. */
  reasoning?: ReasoningModel;
  /** Offers MCP clients the tools that approve writes. */
  approvals?: boolean;
  /** Tools defined in code. */
  tools?: readonly Tool[];
  /** Handlers that replace the real ones. */
  handlers?: Partial<Handlers>;
};

export async function openServerWorld(
  config: object = demoWorkspace,
  options: WorldOptions = {},
): Promise<ServerWorld> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-server-"));
  writeFileSync(join(folder, "planwright.yaml"), JSON.stringify({ approval, ...config }));
  const clock = createFakeClock();
  const log = createMemoryLog();
  const isGiven = options.env?.["DATABASE_URL"] !== undefined;
  const schema = onPostgres && !isGiven ? await openSchema() : undefined;
  const env = { ...options.env, ...(schema !== undefined && { DATABASE_URL: schema.url }) };
  const opened = await openPlanwright({
    folder,
    dataFolder: join(folder, "data"),
    env,
    log,
    clock,
    ...compact({ reasoning: options.reasoning, tools: options.tools }),
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  const planwright = opened.value;
  const keyring = createKeyring({ keys: planwright.keys, clock, log });
  const reached: RouteName[] = [];
  const real = createHandlers({ planwright, isDraining: () => options.stopping?.aborted === true });
  const handlers = watch({ ...real, ...options.handlers }, reached);
  const authenticate = createBearerAuth([keyring.verify]);
  const app = createApp({
    ...planwright,
    handlers,
    authenticate,
    limits: { ...defaultLimits, plannerTimeoutMs: planwright.planning.timeoutMs, ...options.limits },
    roles: options.roles === undefined ? roles : new Set(options.roles),
    origins: options.origins ?? [],
    approvals: options.approvals,
    ...(options.stopping !== undefined && { stopping: options.stopping }),
  });
  await planwright.start();
  const untrack = trackJobs({ jobs: planwright.store.jobs, clock });
  return {
    app,
    planwright,
    keyring,
    clock,
    log,
    folder,
    reached,
    key: async (tenant, scopes, expiresAt) => {
      const grant = { tenant, name: "test", scopes };
      return (await keyring.issue(expiresAt === undefined ? grant : { ...grant, expiresAt })).text;
    },
    call: async (name, call = {}, key) => app.request(...requestOf(name, call, key)),
    async stop() {
      untrack();
      await planwright.stop();
      await schema?.drop();
      rmSync(folder, { recursive: true });
    },
  };
}

function watch(handlers: Handlers, reached: RouteName[]): Handlers {
  return new Proxy(handlers, {
    get(target, name: RouteName) {
      reached.push(name);
      return target[name];
    },
  });
}

function requestOf(name: RouteName, { params = {}, query = {}, body, headers = {} }: Call, key?: string) {
  const { method, path } = routes[name];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(params[param] ?? "nothing"));
  const all: Record<string, string> = { ...headers };
  if (key !== undefined) all["authorization"] ??= `Bearer ${key}`;
  const hasBody = method === "POST" || method === "PUT";
  if (hasBody) all["content-type"] ??= "application/json";
  const init = {
    method,
    headers: all,
    ...(hasBody && { body: JSON.stringify(body === undefined ? {} : body) }),
  };
  return [`${filled}?${new URLSearchParams(query).toString()}`, init] as const;
}
