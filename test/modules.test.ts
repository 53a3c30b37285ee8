import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

// What each module of src/ may import besides itself. The table is the architecture: a new dependency is a decision,
// recorded in docs/decisions/.
const outside = {
  plan: ["zod", "ajv", "re2js", "yaml"],
  contracts: ["zod"],
  planners: ["zod"],
  demo: ["@modelcontextprotocol/sdk", "zod"],
  tools: ["@modelcontextprotocol/sdk", "zod", "yaml", "unpdf", "htmlparser2", "pg"],
  cassettes: ["zod"],
  models: ["zod", "@ai-sdk/anthropic", "@ai-sdk/openai", "@ai-sdk/openai-compatible", "@ai-sdk/provider"],
  react: ["zod"],
  runtime: ["zod", "pino", "@opentelemetry/api", "@opentelemetry/sdk-node"],
  server: ["hono", "@hono/node-server", "@modelcontextprotocol/sdk", "@a2a-js/sdk", "zod", "jose", "openid-client"],
  client: ["zod"],
  drafts: ["zod"],
  runs: ["zod"],
  chat: ["zod", "grammy", "@slack/web-api", "@slack/socket-mode"],
  agents: ["zod"],
  bus: ["@redis/client"],
  engine: ["@redis/client", "bullmq"],
  store: ["pg"],
  testing: ["vitest", "fast-check"],
} as const satisfies Record<string, readonly string[]>;

const modules: Record<string, readonly string[]> = {
  plan: [],
  contracts: ["plan"],
  language: ["plan"],
  ports: ["plan", "contracts"],
  planners: ["plan", "contracts", "language", "ports"],
  tools: ["plan", "contracts", "ports"],
  demo: ["plan", "ports", "tools"],
  effects: ["plan", "contracts", "ports"],
  runs: ["plan", "contracts", "ports", "effects"],
  react: ["plan", "contracts", "ports", "effects"],
  drafts: ["plan", "contracts", "ports", "runs"],
  chat: ["plan", "contracts", "ports", "drafts"],
  agents: ["plan", "contracts", "ports"],
  bus: ["plan", "contracts", "ports"],
  store: ["plan", "contracts", "ports"],
  engine: ["plan", "contracts", "ports"],
  models: ["plan", "contracts", "ports"],
  cassettes: ["plan", "contracts", "ports"],
  testing: ["plan", "contracts", "ports"],
  runtime: [
    "plan",
    "contracts",
    "language",
    "ports",
    "planners",
    "tools",
    "demo",
    "runs",
    "react",
    "drafts",
    "chat",
    "store",
    "engine",
    "models",
    "cassettes",
    "agents",
    "bus",
  ],
  server: ["plan", "contracts", "ports", "planners", "tools", "runs", "drafts", "react", "runtime", "client"],
  client: ["plan", "contracts"],
  cli: ["plan", "contracts", "ports", "planners", "tools", "runs", "drafts", "client", "runtime", "server", "testing"],
  index: ["plan", "contracts", "ports", "planners", "tools", "demo", "models", "runs", "drafts", "react", "runtime"],
};

const src = resolve(import.meta.dirname, "../src");
const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !/\.test(-d)?\.ts$/.test(file))
  .toSorted();

describe("modules", () => {
  it("are all in the table, and the table names no others", () => {
    expect(Object.keys(modules).toSorted()).toEqual([...new Set(files.map(moduleOf))].toSorted());
  });

  it.each(Object.keys(modules))("%s imports only allowed modules and packages", (name) => {
    const allowed = new Set([name, ...(modules[name] ?? [])]);
    const packages: readonly string[] = name in outside ? outside[name as keyof typeof outside] : [];
    const isForbidden = (file: string, target: string): boolean =>
      target.startsWith(".")
        ? !allowed.has(moduleOf(relative(src, resolve(src, dirname(file), target))))
        : !target.startsWith("node:") && !packages.includes(packageOf(target));
    const forbidden = files
      .filter((file) => moduleOf(file) === name)
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => isForbidden(file, target))
          .map((target) => `${file} → ${target}`),
      );
    expect(forbidden).toEqual([]);
  });

  it("form no cycle", () => {
    const visiting = new Set<string>();
    const done = new Set<string>();
    const visit = (name: string): void => {
      if (done.has(name)) return;
      if (visiting.has(name)) throw new Error(`cycle through ${name}`);
      visiting.add(name);
      for (const next of modules[name] ?? []) visit(next);
      done.add(name);
    };
    for (const name of Object.keys(modules)) visit(name);
    expect(done.size).toBe(Object.keys(modules).length);
  });

  // Users of the fakes and the planner kit need no test runner.
  it("keep vitest and fast-check out of planwright/testing", () => {
    const loaded = loadedBy("testing/index.ts");
    expect([...loaded].filter((target) => ["vitest", "fast-check"].includes(target))).toEqual([]);
  });

  it("let the console import only the Plan model, contracts, the client and its UI packages", () => {
    const folder = resolve(src, "../console/src");
    const packages = new Set([
      "react",
      "react-dom",
      "@xyflow/react",
      "@tanstack/react-query",
      "@tanstack/react-virtual",
      "yaml",
      "zod",
    ]);
    const forbidden = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => importsOf(join(folder, file)).map((target) => ({ file, target })))
      .filter(({ file, target }) => {
        if (!target.startsWith(".")) return !packages.has(packageOf(target));
        const path = resolve(folder, dirname(file), target);
        const name = moduleOf(relative(src, path));
        return !path.startsWith(folder) && !["plan", "contracts", "client"].includes(name);
      })
      .map(({ file, target }) => `${file} → ${target}`);
    expect(forbidden).toEqual([]);
  });

  // Contract 5, §1.2.2: planners and reasoners name verbs but never call them. These modules load nothing that can reach a
  // tool, a server or another process; they call verbs only through the port.
  it.each(["react/index.ts", "planners/index.ts"])("%s reaches tools only through the router", (file) => {
    const loaded = [...loadedBy(file)];
    expect(loaded.length).toBeGreaterThan(20);
    const outsideAccess =
      /^(?:tools|demo|models|store|engine|runtime|server|client)\/|^node:(?:child_process|cluster|dgram|http|https|http2|net|tls|worker_threads)$|^@modelcontextprotocol\/|^@ai-sdk\/|^pg$/;
    expect(loaded.filter((target) => outsideAccess.test(target))).toEqual([]);
    const sources = loaded
      .filter((target) => target.endsWith(".ts"))
      .map((target) => readFileSync(join(src, target), "utf8"));
    expect(sources.filter((text) => /\b(?:fetch|WebSocket|EventSource)\(/.test(text))).toEqual([]);
  });

  it("call verbs in react/ only through effects/call-verb.ts", () => {
    const users = files.filter(
      (file) => moduleOf(file) === "react" && /\.execute\(/.test(readFileSync(join(src, file), "utf8")),
    );
    expect(users).toEqual([]);
    expect(files.filter((file) => importsOf(file).some((target) => target.endsWith("effects/call-verb.ts")))).toContain(
      "react/call-tool.ts",
    );
  });

  // A browser has no `node:` modules: one such import would break every page that uses the client.
  it("keep Node modules out of the client", () => {
    const loaded = loadedBy("client/index.ts");
    expect(loaded.size).toBeGreaterThan(10);
    expect([...loaded].filter((target) => target.startsWith("node:"))).toEqual([]);
  });
});

/** A file and everything it loads except types: files of `src/` and package names. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const target of importsOf(file, { types: false }))
    if (target.startsWith(".")) loadedBy(join(dirname(file), target), loaded);
    else loaded.add(target);
  return loaded;
}

function moduleOf(path: string): string {
  return (path.split(/[/\\]/)[0] ?? "").replace(/\.ts$/, "");
}

function packageOf(target: string): string {
  return target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
}

function importsOf(file: string, { types } = { types: true }): string[] {
  const source = readFileSync(resolve(src, file), "utf8");
  const text = types ? source : source.replaceAll(/^(?:import|export) type\b[^;]*;/gm, "");
  const imports =
    /^(?:import|export)\b[^"';]*?\bfrom\s*["']([^"']+)["']|^import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
  return [...text.matchAll(imports)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}
