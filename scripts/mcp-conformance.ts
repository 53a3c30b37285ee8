import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

// `npm run test:mcp` checks our MCP server with parts that nobody here wrote: the protocol's own conformance suite and the
// inspector's command line. They are large, so they are fetched when asked for, into the cache folder of node_modules.
const packages = {
  conformance: "@modelcontextprotocol/conformance@0.1.16",
  inspector: "@modelcontextprotocol/inspector@2.12.0",
} as const;

/** Scenarios that only need tools; the others call tools, prompts and resources of an invented server by name. */
const scenarios = ["server-initialize", "ping", "tools-list", "tools-call-error", "dns-rebinding-protection"];

type Check = { name: string; ok: boolean; said: string };

const kept = resolve("node_modules/.cache/mcp-checks");
const bin = resolve("src/cli/bin.ts");
const work = mkdtempSync(join(tmpdir(), "planwright-mcp-"));

const tools = { conformance: install("conformance"), inspector: install("inspector") };
const server = spawn(process.execPath, [bin, "dev", "--port", "0", "--data", join(work, "http")], {
  cwd: work,
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const checks = await checkAll(await addressOf());
  console.table(checks.map(({ name, ok, said }) => ({ check: name, result: ok ? "passed" : "FAILED", said })));
  process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;
} finally {
  server.kill();
  await once(server, "exit");
  rmSync(work, { recursive: true });
}

async function checkAll(url: string): Promise<Check[]> {
  const checks: Check[] = [];
  for (const scenario of scenarios) {
    const args = [join(tools.conformance, "dist/index.js"), "server", "--url", `${url}/mcp`, "--scenario", scenario];
    const { ok, text } = await call(args);
    checks.push({ name: `conformance: ${scenario}`, ok, said: /Passed: .*/.exec(text)?.[0] ?? text.slice(-200) });
  }
  const stdio = [process.execPath, bin, "mcp", "--data", join(work, "stdio")];
  checks.push(...(await inspect("HTTP", [`${url}/mcp`])), ...(await inspect("stdio", stdio)));
  return checks;
}

/** `--strict` fails for a tool's schema that some client cannot use. */
async function inspect(transport: string, target: string[]): Promise<Check[]> {
  const cli = join(tools.inspector, "clients/cli/build/index.js");
  const ask = (...args: string[]) => call([cli, ...target, "--method", ...args]);
  const listed = await ask("tools/list", "--strict");
  const message = "message=Generate a purchase order from quote Q-0192";
  const context = 'context={"company_id":92}';
  const plan = ["--tool-name", "plan", "--tool-arg", "session_id=1", "--tool-arg", message, "--tool-arg", context];
  const planned = await ask("tools/call", ...plan);
  const said = (text: string, form: RegExp): string => form.exec(text)?.[0] ?? text.slice(-200);
  return [
    { name: `inspector over ${transport}: tools/list`, ok: listed.ok, said: said(listed.text, /"name": "plan"/) },
    {
      name: `inspector over ${transport}: tools/call plan`,
      ok: planned.ok,
      said: said(planned.text, /"tool_name": .*"/),
    },
  ];
}

function call(args: string[]): Promise<{ ok: boolean; text: string }> {
  // The inspector keeps a catalogue in the home folder; it gets one of its own.
  const env = { ...process.env, HOME: work, NO_COLOR: "1" };
  return new Promise((settle) => {
    execFile(process.execPath, args, { cwd: work, env, timeout: 120_000 }, (error, out, err) =>
      settle({ ok: error === null, text: `${out}${err}`.trim() }),
    );
  });
}

function install(name: keyof typeof packages): string {
  const folder = join(kept, name);
  const installed = join(folder, "node_modules/@modelcontextprotocol", name);
  if (!existsSync(installed)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", packages[name]], {
      cwd: folder,
      stdio: "inherit",
    });
  }
  return installed;
}

async function addressOf(): Promise<string> {
  for await (const line of createInterface({ input: server.stdout })) {
    const found = /http:\/\/[\d.:]+/.exec(line)?.[0];
    if (found !== undefined) return found;
  }
  throw new Error("the server did not start");
}
