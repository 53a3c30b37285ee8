import { compact } from "../plan/compact.ts";
import { memoizeByIdentity } from "../plan/bounded-cache.ts";
import { isJsonObject, type JsonObject } from "../plan/json.ts";
import type { ToolSpec } from "../plan/tool-spec.ts";
import type { GrammarOutcome, PlannedCall } from "./grammar/goal.ts";

/** Tools that ask a declared query, a declared endpoint or the knowledge base. */
const prefix = "lookup.";

/** A toolbox in which each declared query is a tool of its own; `restore` makes lookups of the calls again. */
type DeclaredLookups = {
  toolbox: readonly ToolSpec[];
  /** What a question may use: "who is booked" books nobody. */
  reads: readonly ToolSpec[];
  restore: (outcome: GrammarOutcome) => GrammarOutcome;
};

/** Plans choose a declared query by its own name, description and parameters, never by the words of the lookup tool. */
export const declaredLookups = memoizeByIdentity((toolbox: readonly ToolSpec[]): DeclaredLookups => {
  const lookups = toolbox.filter(({ name }) => name.startsWith(prefix));
  const declared = new Map(lookups.flatMap((tool) => queriesOf(tool, toolbox)));
  const others = toolbox.filter((tool) => !lookups.includes(tool));
  const all = lookups.length === 0 ? toolbox : [...others, ...[...declared.values()].map(({ spec }) => spec)];
  return {
    toolbox: all,
    reads: all.filter(({ effect }) => effect === "read" || effect === "unknown"),
    restore: (outcome) => restored(outcome, declared),
  };
});

type DeclaredQuery = { spec: ToolSpec; tool: string; query: string };

function queriesOf(tool: ToolSpec, toolbox: readonly ToolSpec[]): [string, DeclaredQuery][] {
  const { inputSchema, outputSchema } = tool;
  const queries = isJsonObject(inputSchema) && isJsonObject(inputSchema["$defs"]) ? inputSchema["$defs"] : {};
  return Object.entries(queries).flatMap(([query, schema]) => {
    if (!isJsonObject(schema) || toolbox.some(({ name }) => name === query)) return [];
    const { description = "", ...input } = schema;
    const spec: ToolSpec = {
      name: query,
      description: typeof description === "string" ? description : "",
      inputSchema: { type: "object", ...input },
      effect: "read",
      ...compact({ outputSchema }),
    };
    return [[query, { spec, tool: tool.name, query }]];
  });
}

function restored(outcome: GrammarOutcome, declared: ReadonlyMap<string, DeclaredQuery>): GrammarOutcome {
  if (outcome.kind === "none" || declared.size === 0) return outcome;
  const calls = outcome.calls.map((call): PlannedCall => {
    const lookup = declared.get(call.tool);
    return lookup === undefined ? call : { ...call, tool: lookup.tool, args: payload(lookup.query, call.args) };
  });
  return { ...outcome, calls };
}

function payload(query: string, filters: JsonObject): JsonObject {
  return { query, filters };
}

export function isLookup(tool: string): boolean {
  return tool.startsWith(prefix);
}

/** The kind of a lookup by the name of its tool. */
export function lookupTarget(tool: string): string {
  return tool.slice(prefix.length);
}
