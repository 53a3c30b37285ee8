import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse as readYaml } from "yaml";
import { parseProfileText } from "../../../src/agents/profile/parse-profile.ts";
import { catalogue } from "../../../src/contracts/catalogue.ts";
import { parseWith } from "../../../src/contracts/parse.ts";
import { Plan } from "../../../src/contracts/index.ts";
import { isJsonObject } from "../../../src/plan/json.ts";
import { parsePack } from "../../../src/planners/packs/parse-pack.ts";
import { Config, configFile, loadConfig } from "../../../src/runtime/config/config.ts";
import type { Block } from "./markdown.ts";

/** What is wrong with a block of JSON; one that names its shape must be of it. */
export function jsonFaults({ text, kind }: Block): string[] {
  const document: unknown = JSON.parse(text);
  if (kind === "") return [];
  const schema = kind === "plan" ? Plan : catalogue.find(({ path }) => path === kind)?.schema;
  if (schema === undefined) return [`no document is called ${kind}`];
  return said(parseWith(schema, document));
}

/** YAML of others: what it is is told by its first keys, and that it can be read is all we know of it. */
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

/** What is wrong with a block of YAML. What it is, its keys say: a configuration, a pack, a part of one, an agent. */
export function yamlFaults({ text, at }: Block): string[] {
  const document: unknown = readYaml(text);
  const keys = isJsonObject(document) ? Object.keys(document) : [];
  if (keys.includes("pack")) return said(parsePack(text, at));
  if (keys.includes("goal_template")) return said(parseProfileText({ text, file: at }));
  if (keys.includes("records") || keys.includes("intents")) return said(parsePack(`${packHead}${text}`, at));
  if (keys.some((key) => key in Config.shape)) return configFaults(text);
  return keys.some((key) => foreign.has(key)) ? [] : [`nobody knows what this is: ${keys.join(", ")}`];
}

/** As a process would find it that starts beside the file. */
function configFaults(text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "planwright-docs-"));
  try {
    writeFileSync(join(folder, configFile), text);
    return said(loadConfig(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What every pack has, so that a part of one can be read. */
const packHead = "pack: part\nversion: 1.0.0\ndescription: A part.\nlanguages: [en, ru]\n";

type Said = { ok: true } | { ok: false; issues: readonly { code: string; pointer: string; message: string }[] };

function said(checked: Said): string[] {
  return checked.ok ? [] : checked.issues.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
}
