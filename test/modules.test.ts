import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

// What each room of src/ may import besides itself. The table is the architecture: a new arrow is a decision, written
// into docs/decisions/ with its reason.
const outside = {
  plan: ["zod", "ajv", "re2js", "yaml"],
  contracts: ["zod"],
  language: ["chrono-node"],
  planners: ["zod"],
  demo: ["@modelcontextprotocol/sdk", "zod"],
  tools: ["@modelcontextprotocol/sdk", "zod", "yaml", "unpdf", "htmlparser2", "pg"],
  cassettes: ["zod"],
  models: ["zod", "@ai-sdk/anthropic", "@ai-sdk/openai", "@ai-sdk/openai-compatible", "@ai-sdk/provider"],
  react: ["zod"],
  runtime: ["zod", "pino", "@opentelemetry/api"],
  server: ["hono", "@hono/node-server", "@modelcontextprotocol/sdk", "zod", "jose"],
  client: ["zod"],
  drafts: ["zod"],
  chat: ["zod", "grammy"],
  agents: ["zod"],
  bus: ["@redis/client"],
  store: ["pg"],
  testing: ["vitest", "fast-check"],
} as const satisfies Record<string, readonly string[]>;

const rooms: Record<string, readonly string[]> = {
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
  server: ["plan", "contracts", "ports", "runtime", "client"],
  client: ["contracts"],
  cli: ["plan", "contracts", "client", "runtime", "server", "testing"],
  index: ["plan", "contracts", "ports", "planners", "tools", "models", "runs", "runtime"],
};

const src = resolve(import.meta.dirname, "../src");
const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !/\.test(-d)?\.ts$/.test(file))
  .toSorted();

describe("rooms", () => {
  it("are all in the table, and the table names no room that is not there", () => {
    expect(Object.keys(rooms).toSorted()).toEqual([...new Set(files.map(roomOf))].toSorted());
  });

  it.each(Object.keys(rooms))("%s imports only what it may", (room) => {
    const allowed = new Set([room, ...(rooms[room] ?? [])]);
    const packages: readonly string[] = room in outside ? outside[room as keyof typeof outside] : [];
    const isStranger = (file: string, target: string): boolean =>
      target.startsWith(".")
        ? !allowed.has(roomOf(relative(src, resolve(src, dirname(file), target))))
        : !target.startsWith("node:") && !packages.includes(packageOf(target));
    const strangers = files
      .filter((file) => roomOf(file) === room)
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => isStranger(file, target))
          .map((target) => `${file} → ${target}`),
      );
    expect(strangers).toEqual([]);
  });

  it("form no cycle", () => {
    const visiting = new Set<string>();
    const done = new Set<string>();
    const visit = (room: string): void => {
      if (done.has(room)) return;
      if (visiting.has(room)) throw new Error(`cycle through ${room}`);
      visiting.add(room);
      for (const next of rooms[room] ?? []) visit(next);
      done.add(room);
    };
    for (const room of Object.keys(rooms)) visit(room);
    expect(done.size).toBe(Object.keys(rooms).length);
  });

  // Whoever scripts a model or tests a planner need not have our test runner.
  it("keep vitest and fast-check out of all that planwright/testing loads", () => {
    const loaded = loadedBy("testing/index.ts");
    expect([...loaded].filter((target) => ["vitest", "fast-check"].includes(target))).toEqual([]);
  });

  it("let the console use contracts and the client, and of the world outside what draws it", () => {
    const folder = resolve(src, "../console/src");
    const packages = new Set(["react", "react-dom", "@xyflow/react", "yaml", "zod"]);
    const strangers = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => importsOf(join(folder, file)).map((target) => ({ file, target })))
      .filter(({ file, target }) => {
        if (!target.startsWith(".")) return !packages.has(packageOf(target));
        const path = resolve(folder, dirname(file), target);
        const room = roomOf(relative(src, path));
        return !path.startsWith(folder) && room !== "contracts" && room !== "client";
      })
      .map(({ file, target }) => `${file} → ${target}`);
    expect(strangers).toEqual([]);
  });

  // Contract 5, §1.2.2: whoever reasons or plans speaks of verbs and calls none itself. Nothing that these rooms load can
  // reach a tool, a server or another process; what reaches a verb is the port they are handed.
  it.each(["react/index.ts", "planners/index.ts"])("%s reaches tools only through the router", (file) => {
    const loaded = [...loadedBy(file)];
    expect(loaded.length).toBeGreaterThan(20);
    const ways =
      /^(?:tools|demo|models|store|engine|runtime|server|client)\/|^node:(?:child_process|cluster|dgram|http|https|http2|net|tls|worker_threads)$|^@modelcontextprotocol\/|^@ai-sdk\/|^pg$/;
    expect(loaded.filter((target) => ways.test(target))).toEqual([]);
    const sources = loaded
      .filter((target) => target.endsWith(".ts"))
      .map((target) => readFileSync(join(src, target), "utf8"));
    expect(sources.filter((text) => /\b(?:fetch|WebSocket|EventSource)\(/.test(text))).toEqual([]);
  });

  it("the verb port is used in one place of react/, by the call every write goes through", () => {
    const users = files.filter(
      (file) => roomOf(file) === "react" && /\.execute\(/.test(readFileSync(join(src, file), "utf8")),
    );
    expect(users).toEqual([]);
    expect(files.filter((file) => importsOf(file).some((target) => target.endsWith("effects/call-verb.ts")))).toContain(
      "react/call-tool.ts",
    );
  });

  // A browser has no `node:` modules: one import of one anywhere below would break every page that uses the client.
  it("keep Node out of all that the client loads", () => {
    const loaded = loadedBy("client/index.ts");
    expect(loaded.size).toBeGreaterThan(10);
    expect([...loaded].filter((target) => target.startsWith("node:"))).toEqual([]);
  });
});

/** A module and everything it loads, types left out: files of `src/` and the names of packages. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const target of importsOf(file, { types: false }))
    if (target.startsWith(".")) loadedBy(join(dirname(file), target), loaded);
    else loaded.add(target);
  return loaded;
}

function roomOf(path: string): string {
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
