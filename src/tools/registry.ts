import type { Issue } from "../plan/issue.ts";
import { createToolbox, type Toolbox } from "../plan/tool-spec.ts";
import { toolboxHash } from "../plan/toolbox-hash.ts";
import type { VerbSpec } from "../ports/verbs.ts";
import { toolSpecOf } from "./tool-spec-of.ts";
import type { Tool } from "./tool.ts";

/** All tools of this process, each name once. A tenant sees its own and the generic ones, never a trace of another's. */
export interface ToolRegistry {
  get(name: string, tenant?: string): Tool | undefined;
  /** In the order of registration. */
  list(tenant?: string): readonly Tool[];
  /** The tools one planning may use. */
  toolbox(tenant?: string): Toolbox;
  /** See `toolboxHash`. */
  manifestHash(tenant?: string): string;
}

const nameForm = /^[A-Za-z_][A-Za-z0-9_.:/-]{0,127}$/;

/** Answers with an issue for every name that stands twice or is not one. */
export function createRegistry(tools: readonly Tool[]): { registry: ToolRegistry; issues: Issue[] } {
  const byName = new Map<string, Tool>();
  const issues: Issue[] = [];
  for (const [at, tool] of tools.entries()) {
    const { name, source } = tool.spec;
    const before = byName.get(name);
    if (before !== undefined)
      issues.push(issue("DUPLICATE_TOOL", at, `${name} from ${source} is here already, from ${before.spec.source}`));
    else if (!nameForm.test(name)) issues.push(issue("INVALID_FORMAT", at, `"${name}" from ${source} is no tool name`));
    else byName.set(name, tool);
  }
  return { registry: registryOf(byName), issues };
}

/** Lists that are kept: the tools never change, and one tenant asks again and again. */
const maxCachedLists = 1000;

function registryOf(tools: ReadonlyMap<string, Tool>): ToolRegistry {
  const lists = new Map<string | undefined, readonly Tool[]>();
  const list = (tenant?: string): readonly Tool[] => {
    const known = lists.get(tenant);
    if (known !== undefined) return known;
    const made = [...tools.values()].filter((tool) => isVisibleTo(tool.spec, tenant));
    if (lists.size < maxCachedLists) lists.set(tenant, made);
    return made;
  };
  const toolbox = (tenant?: string) => createToolbox(list(tenant).map((tool) => toolSpecOf(tool.spec)));
  return {
    get(name, tenant) {
      const tool = tools.get(name);
      return tool !== undefined && isVisibleTo(tool.spec, tenant) ? tool : undefined;
    },
    list,
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
