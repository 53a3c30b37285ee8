import { z } from "zod";
import { type Json, JsonObject } from "../../plan/json.ts";
import type { JsonSchema } from "../../plan/tool-spec.ts";
import { nearest } from "../../plan/nearest.ts";
import { defineTool } from "../define-tool.ts";
import { ToolError } from "../tool-error.ts";
import type { Tool, ToolContext } from "../tool.ts";

/** What a lookup step carries. */
export const LookupPayload = z.strictObject({ query: z.string().min(1), filters: JsonObject.default({}) });
export type LookupPayload = z.infer<typeof LookupPayload>;

type LookupTarget = {
  target: "knowledge_base" | "database" | "api";
  description: string;
  /** What may be asked by name. */
  declared?: Iterable<LookupDescription>;
  output: JsonSchema;
  /** Throws a `ToolError` for a query that is not declared, or filters that do not fit it. */
  check?: (payload: LookupPayload, tenant: string | undefined) => void;
  answer: (payload: LookupPayload, context: ToolContext) => Promise<Json>;
};

/** The verb a `lookup` step is executed by. */
export function createLookupTool({ target, description, declared = [], output, check, answer }: LookupTarget): Tool {
  const tool = defineTool({
    name: `lookup.${target}`,
    description,
    input: LookupPayload,
    output,
    effect: "read",
    run: answer,
  });
  const schema = tool.spec.inputSchema;
  const filters = declaredFilters(declared);
  const named =
    filters === undefined || typeof schema !== "object"
      ? tool
      : { ...tool, spec: { ...tool.spec, inputSchema: { ...schema, $defs: filters } } };
  if (check === undefined) return named;
  return {
    ...named,
    check(payload, tenant) {
      try {
        check(LookupPayload.parse(payload), tenant);
        return undefined;
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        return { code: error.code, message: error.message };
      }
    },
  };
}

/** The filters of each declared name, as definitions of the input schema: planners and models plan by them. */
function declaredFilters(declared: Iterable<LookupDescription>): JsonObject | undefined {
  const open = [...declared].filter(isForEverybody);
  if (open.length === 0) return undefined;
  return Object.fromEntries(
    open.map(({ name, description, input = {} }) => [name, { ...(typeof input === "object" && input), description }]),
  );
}

type LookupDescription = {
  name: string;
  description: string;
  input?: JsonSchema;
  tenants?: readonly string[];
};

function isForEverybody({ tenants }: LookupDescription): boolean {
  return tenants === undefined || tenants.includes("*");
}

/** The declared names that anyone may see; those of a tenant are hidden from others. */
export function describeNamed(sentence: string, named: Iterable<LookupDescription>): string {
  const open = [...named].filter(isForEverybody);
  return [sentence, ...open.map(({ name, description }) => `- ${name}: ${description}`)].join("\n");
}

/** The declared query or endpoint of this name that the tenant may use, or `unknown_query` with the closest one. */
export function findNamed<T extends LookupDescription>(
  name: string,
  named: ReadonlyMap<string, T>,
  tenant: string | undefined,
): T {
  const usable = new Map(
    [...named].filter(
      ([, { tenants }]) =>
        tenants === undefined || (tenant !== undefined && (tenants.includes(tenant) || tenants.includes("*"))),
    ),
  );
  const found = usable.get(name.trim());
  if (found !== undefined) return found;
  const close = nearest(name, usable.keys());
  const known = usable.size === 0 ? "none is configured" : `there are ${[...usable.keys()].slice(0, 20).join(", ")}`;
  const hint = close === undefined ? known : `did you mean ${close}?`;
  throw new ToolError("unknown_query", `"${name}" is not declared; ${hint}`);
}
