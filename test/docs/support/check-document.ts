import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse as readYaml } from "yaml";
import { parseProfileText } from "../../../src/agents/profile/parse-profile.ts";
import { catalogue } from "../../../src/contracts/catalogue.ts";
import { parseWith } from "../../../src/plan/parse.ts";
import { Plan } from "../../../src/contracts/index.ts";
import { isJsonObject } from "../../../src/plan/json.ts";
import { PackCases } from "../../../src/planners/eval/pack-case.ts";
import { parsePack } from "../../../src/planners/packs/parse-pack.ts";
import { Config, configFile, loadConfig } from "../../../src/runtime/config/config.ts";
import type { Block } from "./markdown.ts";
import { mcpClient } from "./mcp-client.ts";

/** The problems of a JSON block; a tagged block must match its schema. */
export function jsonFaults({ text, kind }: Block): string[] {
  const document: unknown = JSON.parse(text);
  if (kind === "") return [];
  const schema = kind === "plan" ? Plan : (mcpClient(kind) ?? catalogue.find(({ path }) => path === kind)?.schema);
  if (schema === undefined) return [`no document is called ${kind}`];
  return said(parseWith(schema, document));
}

/** YAML of other programs, recognised by its first keys; it must only parse. */
const foreign = new Set([
  "services",
  "resources",
  "apiVersion",
  "paths",
  "jobs",
  "scrape_configs",
  "groups",
  "receivers",
]);

/** The problems of a YAML block: a configuration, a pack, a part of a pack or an agent, recognised by its keys. */
export function yamlFaults({ text, at }: Block): string[] {
  const document: unknown = readYaml(text);
  if (Array.isArray(document)) return said(parseWith(PackCases, document));
  const keys = isJsonObject(document) ? Object.keys(document) : [];
  if (keys.includes("pack")) return said(parsePack(text, at));
  if (keys.includes("goal_template")) return said(parseProfileText({ text, file: at }));
  if (keys.includes("records") || keys.includes("intents")) return said(parsePack(`${packHead}${text}`, at));
  if (keys.some((key) => key in Config.shape)) return configFaults(text);
  return keys.some((key) => foreign.has(key)) ? [] : [`nobody knows what this is: ${keys.join(", ")}`];
}

/** Loads it like a process that starts in its folder. */
function configFaults(text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "planwright-docs-"));
  try {
    writeFileSync(join(folder, configFile), text);
    return said(loadConfig(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The required fields of a pack, to complete a part of one. */
const packHead = "pack: part\nversion: 1.0.0\ndescription: A part.\nlanguages: [en, ru]\n";

type CheckOutcome = { ok: true } | { ok: false; issues: readonly { code: string; pointer: string; message: string }[] };

function said(checked: CheckOutcome): string[] {
  return checked.ok ? [] : checked.issues.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
}
