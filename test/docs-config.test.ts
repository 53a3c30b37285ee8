import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseYaml } from "../src/plan/parse-yaml.ts";
import { Config } from "../src/runtime/config.ts";

// What a page tells people to put into planwright.yaml must be a configuration.
const root = join(import.meta.dirname, "..");
const blocks = ["docs/tools.md", "docs/chat.md", "docs/drafts.md"].flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/^```yaml\n(.*?)^```/gms)].map((match, at) => ({ file, at, text: match[1] ?? "" }));
});

describe("configurations in the documentation", () => {
  it("are there", () => {
    expect(blocks.length).toBeGreaterThanOrEqual(4);
  });

  it.each(blocks)("$file ($at) is one that is accepted", ({ file, text }) => {
    expect(parseYaml(Config, { text, file })).toMatchObject({ ok: true });
  });
});
