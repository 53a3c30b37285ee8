import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { exampleNames, examplesFolder, sourceFlag } from "../scripts/example.ts";

const run = promisify(execFile);
const Manifest = z.object({ exports: z.record(z.string(), z.unknown()) });
const timeoutMs = 180_000;

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "planwright-examples-"));
  symlinkSync(resolve("node_modules"), join(home, "node_modules"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

// Each example checks itself and exits non-zero on failure; its output must match its README. Each runs in a copy, in its
// own process, with a clean environment.
describe.concurrent("examples", () => {
  it("are numbered without a gap", () => {
    expect(exampleNames().map((name) => name.slice(0, 2))).toEqual(
      Array.from({ length: exampleNames().length }, (_, at) => String(at + 1).padStart(2, "0")),
    );
  });

  it("resolve every name of the package, at run time and for types", () => {
    const { exports } = Manifest.parse(JSON.parse(readFileSync(resolve("package.json"), "utf8")));
    const names = Object.keys(exports).filter((name) => !name.endsWith(".json"));
    for (const file of ["scripts/source.ts", "tsconfig.json"])
      expect(readFileSync(resolve(file), "utf8").match(/\bplanwright[\w/]*(?="?: )/g)).toEqual(
        expect.arrayContaining(names.map((name) => `planwright${name.slice(1)}`)),
      );
  });

  it.each(exampleNames())(
    "%s prints what its README says",
    async (name) => {
      const folder = join(home, name);
      cpSync(join(examplesFolder, name), folder, { recursive: true });
      const env = {
        PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
        HOME: home,
        TMPDIR: home,
        NODE_OPTIONS: sourceFlag,
        NODE_COMPILE_CACHE: join(home, "compiled"),
      };
      const { stdout } = await run(process.execPath, ["main.ts"], { cwd: folder, env, timeout: timeoutMs });
      expect(stdout.trim()).toBe(promised(name));
    },
    timeoutMs,
  );
});

/** The output block after the run command. */
function promised(name: string): string | undefined {
  const readme = readFileSync(join(examplesFolder, name, "README.md"), "utf8");
  const [, printed] = /```sh\nnpm run example \d\d\n```\n\n```text\n([\s\S]*?)```/.exec(readme) ?? [];
  return printed?.trim();
}
