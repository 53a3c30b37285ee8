import { exactReference, parseTemplate, type Reference } from "../references.ts";
import { isIndex } from "../resolve.ts";
import { allTypes, keysAt, type JsonTypes } from "../schema-types.ts";
import type { JsonSchema } from "../tool-spec.ts";
import type { Context } from "./context.ts";
import { read, type StepSketch } from "./sketch.ts";

/** The name an iteration gives its item. */
export function itemName(step: StepSketch | undefined): string | undefined {
  const name = read(step?.forEach, ["as"]) ?? "item";
  return step?.forEach !== undefined && typeof name === "string" ? name : undefined;
}

/** The one reference an iteration goes over. */
export function overReference(step: StepSketch | undefined, { sketch }: Context): Reference | undefined {
  const over = read(step?.forEach, ["over"]);
  return typeof over === "string" ? exactReference(parseTemplate(over, sketch.spelling)) : undefined;
}

/** The part of a tool's output that a reference names. `path` undefined: it cannot exist. */
type Target = { schema: JsonSchema; path: readonly string[] | undefined };

/** The types the reference can have, or undefined if the producer's schema has no such path. */
export function referenceTypes(reference: Reference, context: Context): JsonTypes | undefined {
  const at = context.producers.get(reference.name);
  if (at === undefined) return allTypes;
  const step = context.sketch.steps[at];
  // Contract 2: a reference to an output with one field means that field.
  const schema = context.sketch.spelling === "dollar" ? targetOf(step, reference.path, context)?.schema : undefined;
  const [only, ...others] = schema === undefined || reference.path.length > 0 ? [] : keysAt(schema, []);
  const path = only !== undefined && others.length === 0 ? [only] : reference.path;
  return resultTypes(step, path, context);
}

/** JsonTypes of a field of an iteration's item. */
export function itemTypes(
  step: StepSketch | undefined,
  path: readonly string[],
  context: Context,
): JsonTypes | undefined {
  const over = overReference(step, context);
  return over === undefined ? allTypes : referenceTypes({ ...over, path: [...over.path, "0", ...path] }, context);
}

/** The types of a field of one call's own result. */
export function ownTypes(
  step: StepSketch | undefined,
  path: readonly string[],
  { options, typesAt }: Context,
): JsonTypes | undefined {
  const schema = step?.tool === undefined ? undefined : options.toolbox?.get(step.tool)?.outputSchema;
  return schema === undefined ? allTypes : typesAt(schema, path);
}

/** Keys the producer declares beside the last one of the path. */
export function declaredKeys(reference: Reference, context: Context): string[] {
  const step = context.producers.get(reference.name);
  const target = step === undefined ? undefined : targetOf(context.sketch.steps[step], reference.path, context);
  if (target?.path === undefined) return [];
  const { schema, path } = target;
  const known = path.findLastIndex((_, at) => context.typesAt(schema, path.slice(0, at)) !== undefined);
  return keysAt(schema, path.slice(0, known));
}

function resultTypes(step: StepSketch | undefined, path: readonly string[], context: Context): JsonTypes | undefined {
  if (step?.forEach !== undefined && path.length === 0) return new Set(["array"]);
  const target = targetOf(step, path, context);
  if (target === undefined) return allTypes;
  return target.path === undefined ? undefined : context.typesAt(target.schema, target.path);
}

function targetOf(step: StepSketch | undefined, path: readonly string[], { options }: Context): Target | undefined {
  const schema = step?.tool === undefined ? undefined : options.toolbox?.get(step.tool)?.outputSchema;
  const [first = "", ...rest] = path;
  // An iterating step returns a list with the result of each iteration.
  const iterates = step?.forEach !== undefined;
  if (iterates && !isIndex(first)) return { schema: schema ?? true, path: undefined };
  return schema === undefined ? undefined : { schema, path: iterates ? rest : path };
}
