import type { ToolAction } from "../contracts/actions/plan.ts";
import { canonicalText } from "../plan/canonical.ts";
import type { JsonObject } from "../plan/json.ts";
import type { ChangePreview, Verbs } from "../ports/verbs.ts";

export type PreviewContext = { verbs: Verbs; tenant: string; signal: AbortSignal };

/** How many looks are under way at once. */
const maxConcurrent = 8;

/** What each action would change, as it stands now; undefined where that cannot be seen. */
export async function previewChanges(
  actions: readonly ToolAction[],
  looking: PreviewContext,
): Promise<(ChangePreview | undefined)[]> {
  const { verbs, tenant, signal } = looking;
  const looks: (ChangePreview | undefined)[] = actions.map(() => undefined);
  const left = actions.map((action, at) => ({ action, at }));
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { tool_slug: tool, args } = next.action;
      looks[next.at] = await verbs.previewChange?.(tool, args, { signal, tenant });
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, actions.length) }, work));
  return looks;
}

/** Whether everything already is as the action would make it: nothing would be written. */
export function isAlreadyDone(look: ChangePreview | undefined): boolean {
  return look !== undefined && look.isWhole && Object.keys(look.after).length > 0 && isSame(look.before, look.after);
}

export function isSame(a: JsonObject, b: JsonObject): boolean {
  return canonicalText(a) === canonicalText(b);
}
