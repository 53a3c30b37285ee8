import type { Issue } from "../issue.ts";
import { createIssue } from "../create-issue.ts";
import { type Reference, writeReference } from "../references.ts";
import { overlap, type JsonTypes } from "../schema-types.ts";
import type { Context } from "./context.ts";
import { declaredKeys, itemName, itemTypes, ownTypes, referenceTypes } from "./reference-types.ts";
import type { ReferenceSite } from "./sites.ts";

export function wellFormedReferences({ sketch, sites }: Context): Issue[] {
  const example = writeReference(
    { name: sketch.spelling === "dollar" ? "step_1" : "name", path: ["field"] },
    sketch.spelling,
  );
  return sites.flatMap((site) =>
    site.template.malformed.map((text) => {
      const message = `"${shortened(text)}" is not a valid reference`;
      const hint = `Write ${sketch.spelling === "dollar" ? (respelt(text) ?? example) : example}.`;
      return createIssue("MALFORMED_REFERENCE", pointer(site, sketch), { message, hint });
    }),
  );
}

/** A drifted reference of contract 2 as it should be written. */
function respelt(text: string): string | undefined {
  const [, step, path = ""] = /(step_\d+)(?:\.output)?((?:\.[\w-]+)*)/.exec(text) ?? [];
  return step === undefined ? undefined : `$${step}.output${path}`;
}

export function knownReferences(context: Context): Issue[] {
  return eachResult(context, (reference, site) => {
    if (context.producers.has(reference.name)) return [];
    const item = site.inIteration ? itemName(context.sketch.steps[site.step]) : undefined;
    const meant = context.suggest(reference.name, [...context.producers.keys(), ...(item === undefined ? [] : [item])]);
    const hint = meant === undefined ? {} : { hint: `Did you mean ${spell({ ...reference, name: meant }, context)}?` };
    const message = `no result is named "${reference.name}"`;
    return [createIssue("UNKNOWN_REFERENCE", pointer(site, context.sketch), { message, ...hint })];
  });
}

/** A step may only read results of its transitive dependencies: only those are available when it runs. */
export function referencesToDependencies(context: Context): Issue[] {
  const { sketch, graph, producers } = context;
  return eachResult(context, (reference, site) => {
    const producer = producers.get(reference.name);
    if (producer === undefined || (producer !== site.step && graph.dependsOn(site.step, producer))) return [];
    if (isOwnResult(reference, site, context)) return [];
    const id = sketch.steps[producer]?.id ?? reference.name;
    const self = producer === site.step;
    const message = self ? "the step refers to its own result" : `the step does not depend on "${id}"`;
    const hint = self ? "Refer to an earlier step." : `Add "${id}" to the step's dependencies.`;
    return [createIssue("REFERENCE_NOT_A_DEPENDENCY", pointer(site, sketch), { message, hint })];
  });
}

export function referencePaths(context: Context): Issue[] {
  return eachReference(context, (reference, site) => {
    if (typesOf(reference, site, context) !== undefined) return [];
    const last = reference.path.at(-1) ?? "";
    const meant = context.suggest(last, declaredKeys(reference, context));
    const hint = meant === undefined ? {} : { hint: `Did you mean "${meant}"?` };
    const message = `the result "${reference.name}" has no ${reference.path.join(".")}`;
    return [createIssue("REFERENCE_PATH", pointer(site, context.sketch), { message, ...hint })];
  });
}

/** A string that is exactly one reference has the type of its value, which the argument must accept. */
export function referenceTypesFit(context: Context): Issue[] {
  const { sketch, options } = context;
  const depth = sketch.places.args.length;
  return eachReference(context, (reference, site) => {
    const step = sketch.steps[site.step];
    const schema = step?.tool === undefined ? undefined : options.toolbox?.get(step.tool)?.inputSchema;
    if (schema === undefined || site.template.parts.length > 1 || !isArgument(site, context)) return [];
    const wanted = context.typesAt(schema, site.path.slice(depth));
    const given = typesOf(reference, site, context);
    if (wanted === undefined || given === undefined || overlap(wanted, given)) return [];
    const message = `${reference.text} is ${words(given)}, but ${words(wanted)} is needed here`;
    return [createIssue("REFERENCE_TYPE", pointer(site, sketch), { message })];
  });
}

function isArgument(site: ReferenceSite, { sketch }: Context): boolean {
  return sketch.places.args.every((key, at) => site.path[at] === key);
}

function typesOf(reference: Reference, site: ReferenceSite, context: Context): JsonTypes | undefined {
  const step = context.sketch.steps[site.step];
  if (isItem(reference, site, context)) return itemTypes(step, reference.path, context);
  const { parameters } = context.options;
  if (parameters !== undefined && isParameter(reference, context)) return context.typesAt(parameters, reference.path);
  if (isOwnResult(reference, site, context)) return ownTypes(step, reference.path, context);
  return referenceTypes(reference, context);
}

/** A compensation sees the result of its step; in an iteration, that of its item. */
function isOwnResult(reference: Reference, site: ReferenceSite, { producers }: Context): boolean {
  return site.ownResult && producers.get(reference.name) === site.step;
}

/** The value of a saved plan's parameter. */
function isParameter({ name }: Reference, { options }: Context): boolean {
  return options.parameters !== undefined && name === "params";
}

function isItem(reference: Reference, site: ReferenceSite, { sketch }: Context): boolean {
  return site.inIteration && itemName(sketch.steps[site.step]) === reference.name;
}

function eachReference({ sites }: Context, look: (reference: Reference, site: ReferenceSite) => Issue[]): Issue[] {
  const issues: Issue[] = [];
  for (const site of sites)
    for (const part of site.template.parts) if (typeof part !== "string") issues.push(...look(part, site));
  return issues;
}

/** References to results, without those to the item of an iteration. */
function eachResult(context: Context, look: (reference: Reference, site: ReferenceSite) => Issue[]): Issue[] {
  return eachReference(context, (reference, site) =>
    isItem(reference, site, context) || isParameter(reference, context) ? [] : look(reference, site),
  );
}

function pointer(site: ReferenceSite, sketch: Context["sketch"]): string {
  return sketch.at(site.step, site.path);
}

function spell(reference: Reference, { sketch }: Context): string {
  return writeReference(reference, sketch.spelling);
}

function words(types: JsonTypes): string {
  const names = [...types].filter((type) => type !== "integer" || !types.has("number"));
  return names.length === 0 ? "nothing" : names.join(" or ");
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
