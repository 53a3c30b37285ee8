import { contentHashFull } from "../plan/hash.ts";
import type { Toolbox, ToolSpec } from "../plan/tool-spec.ts";
import type { ToolAction } from "../contracts/actions/plan.ts";

/**
 * SHA-256 over the tools a plan uses, as the toolbox describes them. Tools it does not use may change under an open
 * Draft; one it uses may not.
 */
export function manifestHash(actions: readonly ToolAction[], toolbox: Toolbox): string {
  const used = [...new Set(actions.map(({ tool_slug: tool }) => tool))].toSorted();
  return contentHashFull(used.map((tool) => specOf(tool, toolbox.get(tool))));
}

/** What the approval of one action covers. */
export function actionHash({ tool_slug: tool, args }: ToolAction, manifest: string): string {
  return contentHashFull({ tool, args, manifest });
}

/** What a decision about the whole Draft covers: every action it would execute. */
export function wholeHash(actions: readonly { id: string; hash: string }[]): string {
  return contentHashFull(actions.map(({ id, hash }) => [id, hash]));
}

function specOf(tool: string, spec: ToolSpec | undefined) {
  if (spec === undefined) return { name: tool };
  const { name, description, inputSchema, outputSchema = null, effect } = spec;
  return { name, description, inputSchema, outputSchema, effect };
}
