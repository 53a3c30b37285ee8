import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { apiReference } from "./generate-api.ts";
import { configReference } from "./generate-config-reference.ts";
import { cliReference } from "./generate-cli.ts";
import { integrations } from "./generate-integrations.ts";
import { documentReferences } from "./generate-document-references.ts";
import { decisionIndex } from "./generate-decisions.ts";
import { errorReference } from "./generate-errors.ts";
import { schemas } from "./generate-schemas.ts";
import { canonicalVectors } from "./generate-vectors.ts";
import type { Generated } from "./generated.ts";

/** All files that `npm run generate` writes. A test compares them with the repository. */
export const generators: readonly (() => readonly Generated[])[] = [
  canonicalVectors,
  schemas,
  configReference,
  errorReference,
  cliReference,
  apiReference,
  documentReferences,
  integrations,
  decisionIndex,
];

export function generate(): Generated[] {
  return generators.flatMap((make) => make());
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, "..");
  for (const { path, text } of generate()) {
    mkdirSync(dirname(resolve(root, path)), { recursive: true });
    writeFileSync(resolve(root, path), text);
    console.log(path);
  }
}
