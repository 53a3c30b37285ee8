import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.ts";
import { readPage, root } from "./support/markdown.ts";

// Every row of the table is run, in order and in one workspace, because rows build on each other.
type Row = { feature: string; command: string; code: number; prints: string };

const data = mkdtempSync(join(tmpdir(), "planwright-peers-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));

const rows = readPage("docs/peer-features.md")
  .split("\n")
  .flatMap((line): Row[] => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
    const [, command = "", code = "0"] = /^`(planwright .*)`(?: \(exit (\d)\))?$/.exec(cells[4] ?? "") ?? [];
    return command === ""
      ? []
      : [{ feature: cells[1] ?? "", command, code: Number(code), prints: (cells[5] ?? "").replaceAll("`", "") }];
  });

async function run(words: readonly string[]): Promise<{ code: number; printed: string }> {
  let printed = "";
  const say = (text: string): void => void (printed += text);
  const code = await main(words, {
    out: say,
    err: say,
    showLine: () => undefined,
    read: async (path) => readFileSync(join(root, path)),
    write: async () => undefined,
    env: { PLANWRIGHT_DATA: data },
    signal: new AbortController().signal,
  });
  return { code, printed };
}

const wordsOf = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
    .map(([, double, single, bare]) => double ?? single ?? bare ?? "")
    .slice(1);

describe("docs/peer-features.md", { timeout: 60_000 }, () => {
  let lastRun = "";

  it("has 47 rows", () => {
    expect(rows).toHaveLength(47);
  });

  it.each(rows)("$feature: $command", async ({ command, code, prints }) => {
    const said = await run(wordsOf(command.replaceAll("<run>", lastRun)));
    lastRun = /^run ([0-9a-f-]{36})$/m.exec(said.printed)?.[1] ?? lastRun;
    expect([said.code, said.printed]).toEqual([code, expect.stringContaining(prints)]);
  });
});
