import type { ToolAction } from "../contracts/actions/plan.ts";
import { canonicalText } from "../plan/canonical.ts";
import type { JsonObject } from "../plan/json.ts";
import type { ChangePreview, Verbs } from "../ports/verbs.ts";

type PreviewContext = { verbs: Verbs; tenant: string; signal: AbortSignal };

/** How many previews run at the same time. */
const maxConcurrent = 8;

/** What each action would change, read now; undefined where the tool cannot tell. */
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

/** Whether the record already has every value the action would write. */
export function isAlreadyDone(preview: ChangePreview | undefined): boolean {
  return (
    preview !== undefined &&
    preview.isWhole &&
    Object.keys(preview.after).length > 0 &&
    isSame(preview.before, preview.after)
  );
}

export function isSame(a: JsonObject, b: JsonObject): boolean {
  return canonicalText(a) === canonicalText(b);
}
