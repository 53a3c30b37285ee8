import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPage, root } from "./support/markdown.ts";

// Operators search logs by event name, so every log line has one and docs/operations.md lists them all.

const src = join(root, "src");
const calls = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.includes(".test."))
  .flatMap((file) => {
    const text = readFileSync(join(src, file), "utf8");
    return [...text.matchAll(/\blog\??\.(?:debug|info|warn|error)\((?!message, fields)/g)].map(({ index }) => ({
      file,
      event: /^(?:(?!\blog\.)[\s\S]){0,400}?\bevent: "([a-z_]+\.[a-z_]+)"/.exec(text.slice(index + 4))?.[1],
    }));
  });

describe("log events", () => {
  it("are on every log line", () => {
    expect(calls.filter(({ event }) => event === undefined)).toEqual([]);
  });

  it("are all listed in docs/operations.md, and no others", () => {
    const section = readPage("docs/operations.md").split("### Log events\n")[1]?.split("\n## ")[0] ?? "";
    const listed = [...section.matchAll(/^\| `([a-z_.]+)` \|/gm)].map(([, name]) => name);
    expect(listed).toEqual([...new Set(calls.map(({ event = "" }) => event))].toSorted());
  });
});
