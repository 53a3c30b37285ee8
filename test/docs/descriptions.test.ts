import { describe, expect, it } from "vitest";
import { documentKeys } from "../../scripts/configuration/config-keys.ts";
import { ownDocuments } from "../../scripts/generate-schemas.ts";
import { catalogue, type WireShape } from "../../src/contracts/catalogue.ts";

/** Files that people write or read by hand. */
const documents: readonly WireShape[] = [
  ...Object.values(ownDocuments),
  ...catalogue.filter(({ path }) => path === "react/agent-profile"),
];

describe("schemas for editors", () => {
  it.each(documents)("$path describes every property", (document) => {
    const keys = documentKeys(document);
    expect(keys.length).toBeGreaterThan(5);
    expect(keys.filter(({ about }) => !/^\S.{2,}[^.]$/.test(about)).map(({ path }) => path)).toEqual([]);
  });
});
