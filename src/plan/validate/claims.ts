import type { Issue } from "../issue.ts";
import { createIssue } from "../create-issue.ts";
import { joinPointer } from "../pointer.ts";
import type { EffectClass } from "../step.ts";
import type { Context } from "./context.ts";

/** A tool of unknown class counts as mutating: only a claim to read contradicts it. */
const weight: Readonly<Record<EffectClass, number>> = { read: 0, unknown: 1, additive: 1, destructive: 2 };

/** The plan's effect class is a claim; the toolbox decides. A claim may overstate the effect, never understate it. */
export function honestEffects({ sketch, options }: Context): Issue[] {
  const place = sketch.places.effect ?? [];
  return sketch.steps.flatMap(({ tool, effect }, at) => {
    const known = tool === undefined ? undefined : options.toolbox?.get(tool)?.effect;
    if (known === undefined || effect === undefined || effect === "unknown" || !isEffectClass(effect)) return [];
    if (weight[effect] >= weight[known]) return [];
    const message = `the step says "${effect}", the toolbox says "${known}"`;
    return [createIssue("EFFECT_UNDERSTATED", sketch.at(at, place), { message, hint: `Say "${known}".` })];
  });
}

/** A plan with the intent `query` may only use tools that read. */
export function honestIntent({ sketch, options }: Context): Issue[] {
  if (sketch.intent !== "query") return [];
  const writer = sketch.steps.find(({ tool }) => {
    const known = tool === undefined ? undefined : options.toolbox?.get(tool)?.effect;
    return known !== undefined && known !== "read";
  });
  if (writer === undefined) return [];
  const message = `the plan says "query", but "${writer.tool}" may write`;
  return [createIssue("INTENT_UNDERSTATED", joinPointer("", ...(sketch.places.intent ?? [])), { message })];
}

function isEffectClass(word: string): word is EffectClass {
  return Object.hasOwn(weight, word);
}
