import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { installedWith } from "../scripts/lock.ts";
import { readManifest } from "../scripts/manifest.ts";
import { buildConsole } from "./support/build-console.ts";
import { freePort } from "./support/free-port.ts";

const root = resolve(import.meta.dirname, "..");
const manifest = readManifest();

const Packed = z.object({
  filename: z.string(),
  unpackedSize: z.number(),
  files: z.array(z.object({ path: z.string() })),
});

const run = promisify(execFile);
const timeoutMs = 300_000;

/** A project with the packed package installed. */
let project: string;
let packed: string[];
let unpackedBytes: number;
let tarball: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "planwright-package-"));
  const source = join(project, "source");
  mkdirSync(source);
  const bin = join(root, "node_modules/.bin");
  const env = { ...process.env, PATH: [bin, process.env["PATH"]].join(delimiter) };
  await run(process.execPath, [join(root, "scripts/build.ts"), join(source, "dist")], { cwd: root, env });
  buildConsole();
  cpSync(join(root, "dist/console"), join(source, "dist/console"), { recursive: true });
  for (const name of ["package.json", ...manifest.files].filter((file) => file !== "dist" && !file.startsWith("!")))
    cpSync(join(root, name), join(source, name), { recursive: true });
  const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", project], {
    cwd: source,
  });
  const [pack] = z.tuple([Packed]).parse(JSON.parse(stdout));
  packed = pack.files.map(({ path }) => path);
  unpackedBytes = pack.unpackedSize;
  tarball = new Uint8Array(readFileSync(join(project, pack.filename)));
  const installed = join(project, "node_modules/planwright");
  mkdirSync(installed, { recursive: true });
  for (const path of packed) cpSync(join(source, path), join(installed, path));
  for (const name of [...Object.keys(manifest.dependencies), "@types/node"]) link(name);
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
}, timeoutMs);

afterAll(() => rmSync(project, { recursive: true, force: true }), timeoutMs);

describe("the published package", { timeout: timeoutMs }, () => {
  it("contains what it needs to run, without sources and tests", () => {
    const needed = [
      "dist/cli/bin.js",
      "dist/console/index.html",
      "dist/index.d.ts",
      "packs/small-business.yaml",
      "schemas/vectors/canonical.json",
    ];
    expect(packed).toEqual(expect.arrayContaining([...needed, "LICENSE", "README.md", "CHANGELOG.md"]));
    expect(packed.filter((path) => /\.test|^(?:src|test|bench|scripts)\/|(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });

  it("stays below 15 MB without its dependencies", () => {
    expect(unpackedBytes).toBeLessThan(15_000_000);
  });

  it("installs at most 60 packages and 30 MB with all it depends on", () => {
    const needed = installedWith(Object.keys(manifest.dependencies));
    expect(needed.length).toBeLessThan(60);
    const bytes = needed.reduce((sum, { folder }) => sum + bytesIn(folder), unpackedBytes);
    expect(bytes).toBeLessThan(30_000_000);
  });

  it.each([
    ["DATABASE_URL", "postgres://127.0.0.1:1/none", "pg"],
    ["REDIS_URL", "redis://127.0.0.1:1", "@redis/client"],
  ])("names the package that %s needs", async (name, value, needed) => {
    const bin = join(project, "node_modules/planwright/dist/cli/bin.js");
    const started = run(process.execPath, [bin, "start"], { cwd: project, env: { ...process.env, [name]: value } });
    await expect(started).rejects.toMatchObject({
      stderr: expect.stringContaining(`needs the package "${needed}": run npm install ${needed}`) as string,
    });
  });

  it("carries the licences of what is bundled", () => {
    const text = readFileSync(join(project, "node_modules/planwright/dist/THIRD-PARTY-LICENSES.txt"), "utf8");
    expect(text).toContain("@modelcontextprotocol/sdk");
    expect(text).toMatch(/Permission is hereby granted/);
  });

  it("passes publint", async () => {
    expect((await publint({ pack: { tarball: tarball.buffer }, strict: true })).messages).toEqual([]);
  });

  // ES modules only; CommonJS uses import() or, in newer Node versions, require().
  it("passes are-the-types-wrong for ES modules and bundlers", async () => {
    const checked = await checkPackage(createPackageFromTarballData(tarball));
    if (checked.types === false) throw new Error("no types were found");
    const esm = checked.problems.filter(
      (problem) => !("resolutionKind" in problem) || ["node16-esm", "bundler"].includes(problem.resolutionKind),
    );
    expect(esm).toEqual([]);
    expect(Object.keys(checked.entrypoints)).toEqual(expect.arrayContaining([".", "./client", "./testing"]));
  });

  it("can be imported by each of its exports", async () => {
    const program = `
      import { openPlanwright, validatePlan } from "planwright";
      import { validateDocument } from "planwright/contracts";
      import { createClient } from "planwright/client";
      import { createScriptedModel, testPlanner } from "planwright/testing";
      import schema from "planwright/schemas/service/plan-request.json" with { type: "json" };
      const names = { openPlanwright, validatePlan, validateDocument, createClient, createScriptedModel, testPlanner };
      console.log(Object.values(names).every((part) => typeof part === "function"), schema.$id.includes("plan-request"));`;
    writeFileSync(join(project, "use.js"), program);
    expect((await run(process.execPath, ["use.js"], { cwd: project })).stdout).toBe("true true\n");
  });

  it("includes the command line and its packs", async () => {
    const goal = "Generate a purchase order from quote Q-0192";
    const bin = join(project, "node_modules/planwright/dist/cli/bin.js");
    const { stdout } = await run(process.execPath, [bin, "plan", goal], { cwd: project });
    expect(stdout).toMatch(/quote_lookup[^]*create_purchase_order/);
  });

  it("includes the console and serves it", async () => {
    const base = `http://127.0.0.1:${String(await freePort())}`;
    const bin = join(project, "node_modules/planwright/dist/cli/bin.js");
    const service = spawn(process.execPath, [bin, "dev", "--port", new URL(base).port], { cwd: project });
    const ended = once(service, "exit");
    try {
      const html = await answers(`${base}/`);
      const script = /src="([^"]+\.js)"/.exec(html)?.[1] ?? "";
      expect((await fetch(new URL(script, base))).headers.get("content-type")).toContain("javascript");
      expect(await answers(`${base}/openapi.json`)).toContain('"/plan"');
    } finally {
      service.kill();
    }
    expect(await ended).toEqual([0, null]);
  });

  it.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("has types for %s modules with %s resolution", async (module, moduleResolution) => {
    const program = `
        import { type Plan, validatePlan } from "planwright";
        import { service, validateDocument } from "planwright/contracts";
        import { createClient } from "planwright/client";
        import { testPlanner } from "planwright/testing";
        const health: Promise<{ status: "ok" }> = createClient({ baseUrl: "" }).health({});
        // @ts-expect-error: the types exist, so a number is not a valid plan
        validateDocument(7, service.examples.response);
        export const use = (plan: Plan) => [validatePlan(plan), testPlanner, health];`;
    writeFileSync(join(project, `${module}.ts`), program);
    const compilerOptions = { module, moduleResolution, target: "es2024", strict: true, noEmit: true };
    const config = { compilerOptions: { ...compilerOptions, types: ["node"] }, files: [`${module}.ts`] };
    writeFileSync(join(project, `${module}.json`), JSON.stringify(config));
    await tool("tsc", ["-p", `${module}.json`]);
  });
});

/** Response of a URL, once the process listens. */
async function answers(url: string): Promise<string> {
  const until = Date.now() + 50_000;
  for (;;) {
    try {
      return await (await fetch(url)).text();
    } catch (error) {
      if (Date.now() > until) throw error;
      await setTimeout(50);
    }
  }
}

/** Runs a tool in the project; its output becomes the error. */
async function tool(name: string, args: readonly string[]): Promise<void> {
  try {
    await run(process.execPath, [join(root, "node_modules/.bin", name), ...args], { cwd: project });
  } catch (error) {
    throw new Error(`${name}: ${z.object({ stdout: z.string() }).parse(error).stdout}`, { cause: error });
  }
}

function link(name: string): void {
  const target = join(project, "node_modules", name);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(join(root, "node_modules", name), target);
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
