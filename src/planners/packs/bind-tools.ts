import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { languages } from "../../language/languages.ts";
import { contentStems, nameStems } from "../grammar/profile/name-words.ts";
import { propertiesOf, requiredOf } from "../grammar/profile/schema.ts";
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
/** A manifest that resembles fewer of the pack's tools than this is of another domain: only exact names count. */
const domainShare = 0.25;

/**
 * Finds the pack's tools in a manifest: by name, else by the words of name and description. Slugs drift between
 * versions; what a tool does and how it says so drifts less. A tool that is not there is left out.
 */
export function bindTools(pack: Pack, toolbox: readonly ToolSpec[]): ReadonlyMap<string, BoundTool> {
  const exact = new Map(toolbox.map((tool) => [tool.name, tool]));
  const wanted = Object.entries(pack.tools);
  const taken = new Set(wanted.flatMap(([, { name }]) => (exact.has(name) ? [name] : [])));
  const found = wanted.map(
    ([alias, tool]) => [alias, tool, exact.get(tool.name) ?? mostAlike(tool, toolbox, taken)] as const,
  );
  const isOurs = found.filter(([, , tool]) => tool !== undefined).length >= wanted.length * domainShare;
  return new Map(
    found.flatMap(([alias, tool, spec]) =>
      spec !== undefined && (isOurs || spec.name === tool.name) ? [[alias, bindParams(tool, spec)] as const] : [],
    ),
  );
}

type DescribedTool = { tool: ToolSpec; name: readonly string[]; about: readonly string[] };
type ToolIndex = ReadonlyMap<string, readonly DescribedTool[]>;

/** Tools by the stems of their descriptions and names, so that only tools with common words are compared. */
const indexOf = memoizeByIdentity((tools: readonly ToolSpec[]): ToolIndex => {
  const index = new Map<string, DescribedTool[]>();
  for (const tool of tools) {
    const row = described(tool);
    for (const stem of new Set([...row.name, ...row.about])) {
      const rows = index.get(stem) ?? [];
      rows.push(row);
      index.set(stem, rows);
    }
  }
  return index;
});

const described = memoizeByIdentity((tool: ToolSpec): DescribedTool => ({
  tool,
  name: nameStems(tool.name),
  about: contentStems(tool.description),
}));

function mostAlike(wanted: PackTool, tools: readonly ToolSpec[], taken: ReadonlySet<string>): ToolSpec | undefined {
  const name = nameStems(wanted.name);
  const about = wanted.about === undefined ? undefined : contentStems(wanted.about);
  let best: { tool: ToolSpec; score: number } | undefined;
  for (const row of withCommonWords(about ?? name, indexOf(tools))) {
    if (taken.has(row.tool.name)) continue;
    const names = alike(name, row.name);
    const score = about === undefined ? names : 0.4 * names + 0.6 * alike(about, row.about);
    const better = best === undefined || score > best.score || (score === best.score && row.tool.name < best.tool.name);
    if (score >= likeEnough && better) best = { tool: row.tool, score };
  }
  return best?.tool;
}

/** Rows that share at least half of the words, which the least score needs. */
function withCommonWords(words: readonly string[], index: ToolIndex): DescribedTool[] {
  const counts = new Map<DescribedTool, number>();
  for (const word of words) for (const row of index.get(word) ?? []) counts.set(row, (counts.get(row) ?? 0) + 1);
  return [...counts].filter(([, count]) => count * 2 >= words.length).map(([row]) => row);
}

function bindParams(wanted: PackTool, tool: ToolSpec): BoundTool {
  const properties = propertiesOf(tool.inputSchema);
  const names = Object.keys(properties);
  const choices = new Map(
    Object.entries(properties).flatMap(([name, property]) =>
      isJsonObject(property) && Array.isArray(property["enum"]) ? [[name, property["enum"]] as const] : [],
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
  return { tool: tool.name, params, known: new Set(names), required: new Set(requiredOf(tool.inputSchema)), choices };
}

function paramScore(wanted: { name: string; about: string }, name: string, schema: unknown): number {
  const said = isJsonObject(schema) && typeof schema["description"] === "string" ? schema["description"] : "";
  return (
    0.5 * alike(nameStems(wanted.name), nameStems(name)) + 0.5 * alike(contentStems(wanted.about), contentStems(said))
  );
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
