import { memoize } from "../plan/bounded-cache.ts";
import type { Issue } from "../plan/issue.ts";
import { createToolbox, type Toolbox } from "../plan/tool-spec.ts";
import { toolboxHash } from "../plan/toolbox-hash.ts";
import type { VerbSpec } from "../ports/verbs.ts";
import { toolSpecOf } from "./tool-spec-of.ts";
import type { Tool } from "./tool.ts";

/** All tools of this process, by unique name. A tenant sees its own and the generic ones, never those of another. */
export interface ToolRegistry {
  get(name: string, tenant?: string): Tool | undefined;
  /** In the order of registration. */
  list(tenant?: string): readonly Tool[];
  /** The descriptions of `list`: the same array for the same tenant, so that what is derived from it can be cached. */
  specs(tenant?: string): readonly VerbSpec[];
  /** The tools one planning may use. */
  toolbox(tenant?: string): Toolbox;
  /** See `toolboxHash`. */
  manifestHash(tenant?: string): string;
}

const nameForm = /^[A-Za-z_][A-Za-z0-9_.:/-]{0,127}$/;

/** Reports an issue for every duplicate or invalid name. */
export function createRegistry(tools: readonly Tool[]): { registry: ToolRegistry; issues: Issue[] } {
  const byName = new Map<string, Tool>();
  const issues: Issue[] = [];
  for (const [at, tool] of tools.entries()) {
    const { name, source } = tool.spec;
    const before = byName.get(name);
    if (before !== undefined)
      issues.push(
        issue("DUPLICATE_TOOL", at, `${name} from ${source} is already registered from ${before.spec.source}`),
      );
    else if (!nameForm.test(name))
      issues.push(issue("INVALID_FORMAT", at, `"${name}" from ${source} is not a valid tool name`));
    else byName.set(name, tool);
  }
  return { registry: registryOf(byName), issues };
}

/** Bound of the cached lists. The tools of a registry never change. */
const maxCachedLists = 1000;

type TenantTools = { tools: readonly Tool[]; specs: readonly VerbSpec[] };

function registryOf(tools: ReadonlyMap<string, Tool>): ToolRegistry {
  const visible = memoize(maxCachedLists, (tenant: string | undefined): TenantTools => {
    const list = [...tools.values()].filter((tool) => isVisibleTo(tool.spec, tenant));
    return { tools: list, specs: list.map(({ spec }) => spec) };
  });
  const toolbox = (tenant?: string) => createToolbox(visible(tenant).specs.map(toolSpecOf));
  return {
    get(name, tenant) {
      const tool = tools.get(name);
      return tool !== undefined && isVisibleTo(tool.spec, tenant) ? tool : undefined;
    },
    list: (tenant) => visible(tenant).tools,
    specs: (tenant) => visible(tenant).specs,
    toolbox,
    manifestHash: (tenant) => toolboxHash(toolbox(tenant).values()),
  };
}

function isVisibleTo({ tenants }: VerbSpec, tenant: string | undefined): boolean {
  if (tenants === undefined) return true;
  return tenant !== undefined && (tenants.includes(tenant) || tenants.includes("*"));
}

function issue(code: string, at: number, message: string): Issue {
  return { code, pointer: `/${at}`, message, hint: "Give one of them another name or prefix." };
}
