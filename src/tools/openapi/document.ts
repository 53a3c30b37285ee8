import { type CheckResult, refused } from "../../plan/check-result.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { checkJson, documentLimits } from "../../plan/check-json.ts";
import { yaml } from "../../plan/packages.ts";
import { atPointer } from "../../plan/pointer.ts";

/** An OpenAPI document of version 3.0 or 3.1; its parts are parsed on demand. */
export type OpenApiDocument = { root: JsonObject; version: "3.0" | "3.1" };

/** From JSON or YAML text, or from a value. */
export function parseOpenApi(source: string | JsonObject): CheckResult<OpenApiDocument> {
  let root: unknown = source;
  if (typeof source === "string")
    try {
      root = yaml().parse(source, { maxAliasCount: 100, schema: "core" });
    } catch (error) {
      return problem(
        "MALFORMED_YAML",
        "",
        error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error),
      );
    }
  const issues = checkJson(root, { ...documentLimits, unsafeKeys: new Set(["__proto__"]) });
  if (issues.length > 0) return { ok: false, issues };
  if (!isJsonObject(root)) return problem("WRONG_TYPE", "", "an OpenAPI document is an object");
  const version = /^3\.[01](?=\.|$)/.exec(textOf(root["openapi"]))?.[0];
  if (version === "3.0" || version === "3.1") return { ok: true, value: { root, version } };
  return problem(
    "INVALID_VALUE",
    "/openapi",
    `version ${JSON.stringify(root["openapi"] ?? root["swagger"])} is not 3.0 or 3.1`,
  );
}

const maxHops = 32;

/** Resolves a reference, also through others; other values are returned. Throws if the target does not exist. */
export function follow(document: OpenApiDocument, value: Json | undefined): JsonObject | undefined {
  let here = value;
  for (let hop = 0; hop < maxHops; hop += 1) {
    if (!isJsonObject(here)) return undefined;
    const ref = here["$ref"];
    if (typeof ref !== "string") return here;
    here = target(document, ref);
  }
  throw new Error(`the references of ${JSON.stringify(value)} go in a circle`);
}

/** The target of a local reference. Throws for any other: external documents are not read. */
export function target(document: OpenApiDocument, ref: string): Json {
  if (!ref.startsWith("#")) throw new Error(`${ref} is outside the document; bundle it first`);
  const found = atPointer(document.root, decodeURIComponent(ref.slice(1)));
  if (found === undefined) throw new Error(`${ref} leads nowhere`);
  return found;
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function problem(code: string, pointer: string, message: string): CheckResult<never> {
  return refused({ code, pointer, message });
}
