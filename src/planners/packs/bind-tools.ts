import { isJsonObject, type Json } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { languages } from "../../language/languages.ts";
import { contentStems, nameWords, stemOf } from "../grammar/profile/name-words.ts";
import type { Pack, PackTool } from "./pack.ts";

/** A tool of the pack as this manifest has it: its name, and its parameters by the pack's own names. */
export type BoundTool = {
  tool: string;
  params: ReadonlyMap<string, string>;
  known: ReadonlySet<string>;
  required: ReadonlySet<string>;
  /** Values a parameter is limited to. */
  choices: ReadonlyMap<string, readonly Json[]>;
};

/** Below this, another tool is not taken for the one that was meant. */
const likeEnough = 0.6;

/**
 * Finds the pack's tools in a manifest: by name, else by the words of name and description. Slugs drift between
 * versions; what a tool does and how it says so drifts less. A tool that is not there is left out.
 */
export function bindTools(pack: Pack, toolbox: readonly ToolSpec[]): ReadonlyMap<string, BoundTool> {
  const exact = new Map(toolbox.map((tool) => [tool.name, tool]));
  const taken = new Set(Object.values(pack.tools).flatMap(({ name }) => (exact.has(name) ? [name] : [])));
  const bound = new Map<string, BoundTool>();
  const others = toolbox.filter((tool) => !taken.has(tool.name));
  for (const [alias, wanted] of Object.entries(pack.tools)) {
    const tool = exact.get(wanted.name) ?? mostAlike(wanted, others);
    if (tool !== undefined) bound.set(alias, bindParams(wanted, tool));
  }
  return bound;
}

function mostAlike(wanted: PackTool, tools: readonly ToolSpec[]): ToolSpec | undefined {
  let best: { tool: ToolSpec; score: number } | undefined;
  for (const tool of tools) {
    const names = alike(stems(wanted.name), stems(tool.name));
    const about =
      wanted.about === undefined ? names : alike(contentStems(wanted.about), contentStems(tool.description));
    const score = 0.4 * names + 0.6 * about;
    if (
      score >= likeEnough &&
      (best === undefined || score > best.score || (score === best.score && tool.name < best.tool.name))
    )
      best = { tool, score };
  }
  return best?.tool;
}

function bindParams(wanted: PackTool, tool: ToolSpec): BoundTool {
  const schema = isJsonObject(tool.inputSchema) ? tool.inputSchema : {};
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"])
    ? schema["required"].filter((name) => typeof name === "string")
    : [];
  const names = Object.keys(properties);
  const choices = new Map(
    Object.entries(properties).flatMap(([name, schema]) =>
      isJsonObject(schema) && Array.isArray(schema["enum"]) ? [[name, schema["enum"]] as const] : [],
    ),
  );
  const params = new Map<string, string>();
  for (const [param, about] of Object.entries(wanted.params)) {
    if (names.includes(param)) continue;
    const free = names.filter((name) => !(name in wanted.params) && ![...params.values()].includes(name));
    const scored = free.map((name) => ({ name, score: paramScore({ name: param, about }, name, properties[name]) }));
    const best = scored.toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))[0];
    if (best !== undefined && best.score >= 0.5) params.set(param, best.name);
  }
  return { tool: tool.name, params, known: new Set(names), required: new Set(required), choices };
}

function paramScore(wanted: { name: string; about: string }, name: string, schema: unknown): number {
  const said = isJsonObject(schema) && typeof schema["description"] === "string" ? schema["description"] : "";
  return 0.5 * alike(stems(wanted.name), stems(name)) + 0.5 * alike(contentStems(wanted.about), contentStems(said));
}

function stems(name: string): string[] {
  return nameWords(name).map(stemOf);
}

/** Share of common words, where a synonym counts nearly as much. */
function alike(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  const hits = a.reduce((sum, stem) => sum + likeness(stem, b), 0);
  return (2 * hits) / (a.length + b.length);
}

function likeness(stem: string, others: readonly string[]): number {
  if (others.includes(stem)) return 1;
  return languages.en.meanings(stem).some((meaning) => others.includes(meaning)) ? 0.9 : 0;
}
