import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { catalogue } from "../src/contracts/catalogue.ts";
import { parseWith } from "../src/contracts/parse.ts";

// An example people copy must be one we accept.
describe("docs/contracts.md", () => {
  const text = readFileSync(resolve(import.meta.dirname, "../docs/contracts.md"), "utf8");
  const blocks = [...text.matchAll(/```json (\S+)\n(.*?)```/gs)].map(([, path = "", body = ""]) => ({ path, body }));

  it("has an example of each contract", () => {
    expect(blocks.map(({ path }) => path.split("/")[0])).toEqual([
      "service",
      "structured",
      "actions",
      "determinism",
      "react",
    ]);
  });

  it.each(blocks)("$path is accepted", ({ path, body }) => {
    const shape = catalogue.find((one) => one.path === path);
    expect(shape && parseWith(shape.schema, JSON.parse(body))).toMatchObject({ ok: true });
  });
});
