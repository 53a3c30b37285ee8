import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sourceFlag } from "../../scripts/example.ts";
import { jsonFaults, yamlFaults } from "./support/check-document.ts";
import { type Block, blocksIn, blocksOf, pages, root } from "./support/markdown.ts";
import { startFaults } from "./support/mcp-client.ts";

const run = promisify(execFile);
const timeoutMs = 120_000;

/** The check of each language; `text` is output or cannot be checked. */
const languages = ["ts", "js", "json", "yaml", "sh", "text", "mermaid"];

describe("code blocks of pages", () => {
  it.each(pages())("%s tags every code block", (page) => {
    const strange = blocksIn(page).filter(({ tag }) => !languages.includes(tag));
    expect(strange.map(({ at, tag }) => `${at} is of the unknown language "${tag}"`)).toEqual([]);
  });

  it.each(blocksOf("json"))("$at is valid JSON", (block) => {
    expect(jsonFaults(block)).toEqual([]);
  });

  it.each(blocksOf("yaml"))("$at is valid YAML", (block) => {
    expect(yamlFaults(block)).toEqual([]);
  });

  it.each(blocksOf("json").filter(({ kind }) => kind.startsWith("mcp/")))("$at starts Planwright", async ({ text }) => {
    expect(await startFaults(JSON.parse(text))).toEqual([]);
  });

  it("has an example of each contract in docs/contracts.md", () => {
    const kinds = blocksIn("docs/contracts.md").flatMap(({ tag, kind }) =>
      tag === "json" ? [kind.split("/")[0]] : [],
    );
    expect(kinds).toEqual(["service", "structured", "actions", "determinism", "react"]);
  });
});

describe("programs of pages", () => {
  let folder: string;
  const programs = blocksOf("ts", "js");
  const fileOf = ({ page, line, tag }: Block): string => `${page.replaceAll(/[/.]/g, "-")}-${line}.${tag}`;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "planwright-docs-"));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    for (const block of programs) writeFileSync(join(folder, fileOf(block)), block.text);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(
    "are well typed by what the package gives out",
    async () => {
      writeFileSync(join(folder, "strangers.d.ts"), 'declare module "@opentelemetry/sdk-node";\n');
      writeFileSync(
        join(folder, "tsconfig.json"),
        JSON.stringify({
          extends: join(root, "tsconfig.json"),
          compilerOptions: { noUnusedLocals: false, allowJs: true, checkJs: true, noImplicitAny: false },
          include: ["."],
        }),
      );
      const tsc = join(root, "node_modules/.bin/tsc");
      const said = await run(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { cwd: folder }).then(
        () => "",
        ({ stdout }: { stdout: string }) => stdout,
      );
      // Errors of the source itself are reported by `npm run check`.
      expect(said.split("\n").filter((line) => /^[\w-]+\.[tj]s\(/.test(line))).toEqual([]);
    },
    timeoutMs,
  );

  // A text block after a program is its expected output.
  it.each(pages().flatMap(withOutput))(
    "$at prints what the page says",
    async ({ printed, ...block }) => {
      const cwd = join(folder, `run-${block.line}`);
      mkdirSync(cwd);
      const { stdout } = await run(process.execPath, [sourceFlag, join(folder, fileOf(block))], {
        cwd,
        timeout: timeoutMs,
      });
      expect(stdout).toBe(printed);
    },
    timeoutMs,
  );
});

function withOutput(page: string): (Block & { printed: string })[] {
  const blocks = blocksIn(page);
  return blocks.flatMap((block, at) => {
    const next = blocks[at + 1];
    const lines = block.text.split("\n").length;
    const isNext = next?.tag === "text" && next.line <= block.line + lines + 2;
    return ["ts", "js"].includes(block.tag) && isNext ? [{ ...block, printed: next.text }] : [];
  });
}
