import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { bundle } from "../scripts/bundle.ts";
import { installedWith } from "../scripts/lock.ts";
import { readManifest } from "../scripts/manifest.ts";
import type { BenchOptions, Measurement } from "./bench.ts";
import { figure } from "./figure.ts";

const root = resolve(import.meta.dirname, "..");
const Imported = z.object({ ms: z.number(), processorMs: z.number(), megabytes: z.number() });

const program = `
  const start = performance.now(), processor = process.cpuUsage();
  await import("planwright");
  const { user, system } = process.cpuUsage(processor);
  const megabytes = process.memoryUsage().rss / 1e6;
  console.log(JSON.stringify({ ms: performance.now() - start, processorMs: (user + system) / 1000, megabytes }));`;

/** What `npm install planwright` brings, and what `import "planwright"` costs in a new process. */
export async function measure({ quick }: BenchOptions): Promise<Measurement> {
  const manifest = readManifest();
  const needed = installedWith(Object.keys(manifest.dependencies));
  const folder = mkdtempSync(join(tmpdir(), "planwright-bench-"));
  const installed = join(folder, "node_modules/planwright");
  await bundle(join(installed, "dist"), manifest);
  cpSync(join(root, "package.json"), join(installed, "package.json"));
  for (const { folder: from } of needed) link(from, join(folder, relative(root, from)));
  const imports = Array.from({ length: quick ? 5 : 21 }, () =>
    Imported.parse(
      JSON.parse(
        execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd: folder, encoding: "utf8" }),
      ),
    ),
  );
  const megabytes =
    [installed, ...needed.map((each) => each.folder)].map(bytesIn).reduce((sum, bytes) => sum + bytes) / 1e6;
  rmSync(folder, { recursive: true });
  const install = {
    table: "Installation without optional parts",
    name: "npm install planwright",
    better: "lower",
  } as const;
  const load = { table: "Loading", name: 'import "planwright"', better: "lower" } as const;
  return {
    figures: [
      figure({ ...install, what: "packages", unit: "", aim: 60 }, needed.length + 1),
      figure({ ...install, what: "size without console and docs", unit: "MB", aim: 30 }, megabytes),
      figure(
        { ...load, what: "time", unit: "ms", aim: 250 },
        imports.map(({ ms }) => ms),
      ),
      figure(
        { ...load, what: "processor time", unit: "ms" },
        imports.map(({ processorMs }) => processorMs),
      ),
      figure(
        { ...load, what: "memory of the process", unit: "MB", aim: 80 },
        imports.map((each) => each.megabytes),
      ),
    ],
  };
}

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(from, to);
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
