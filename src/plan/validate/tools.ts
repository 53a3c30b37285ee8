import type { Issue } from "../issue.ts";
import { createIssue } from "../create-issue.ts";
import { schemaCheck, type SchemaError, type SchemaResult } from "../schema-check.ts";
import { joinPointer, parsePointer } from "../pointer.ts";
import type { Context } from "./context.ts";
import type { ReferenceSite } from "./sites.ts";
import type { Path, SketchedCall } from "./sketch.ts";

export function knownTools({ sketch, calls, options, suggest }: Context): Issue[] {
  const { toolbox, allowedTools } = options;
  return calls.flatMap(({ step, tool, toolPath }) => {
    if (toolbox !== undefined && !toolbox.has(tool)) {
      const exact = { message: `there is no tool "${tool}"`, ...otherTool(suggest(tool, toolbox.keys())) };
      return [createIssue("UNKNOWN_TOOL", sketch.at(step, toolPath), exact)];
    }
    if (allowedTools === undefined || allowedTools.has(tool)) return [];
    const exact = { message: `"${tool}" is not among the allowed tools`, ...otherTool(suggest(tool, allowedTools)) };
    return [createIssue("TOOL_NOT_ALLOWED", sketch.at(step, toolPath), exact)];
  });
}

/** Checks arguments by the tool's schema. A reference is checked by the type of its value, not by its text. */
export function fittingArguments(context: Context): Issue[] {
  const { sketch, options } = context;
  const faulty = new Set<string>();
  let sites: ReadonlyMap<number, ReferenceSite[]> | undefined;
  return context.calls.flatMap(({ step, tool, args, toolPath, argsPath }) => {
    const spec = options.toolbox?.get(tool);
    if (spec === undefined || args === undefined) return [];
    const result = schemaCheck(spec.inputSchema)(args);
    if ("errors" in result) {
      if (result.errors.length === 0) return [];
      sites ??= Map.groupBy(context.sites, ({ step }) => step);
      const unknowns = unknownsOf(sites.get(step) ?? [], argsPath);
      return certainErrors(result.errors, unknowns).map((error) => argumentIssue(error, { step, argsPath }, context));
    }
    if (faulty.has(spec.name)) return [];
    faulty.add(spec.name);
    return [unusable(result, sketch.at(step, toolPath), spec.name)];
  });
}

/** Pointers in a step's arguments that references fill. */
function unknownsOf(sites: readonly ReferenceSite[], args: Path): Unknowns {
  const unknowns = new Map<string, "exact" | "embedded">();
  for (const { path, template } of sites) {
    if (!args.every((key, place) => path[place] === key)) continue;
    if (template.parts.every((part) => typeof part === "string")) continue;
    unknowns.set(joinPointer("", ...path.slice(args.length)), template.parts.length === 1 ? "exact" : "embedded");
  }
  return unknowns;
}

function unusable({ fault }: Extract<SchemaResult, { fault: unknown }>, pointer: string, tool: string): Issue {
  const place = fault.pointer === "" ? "" : ` at ${fault.pointer}`;
  return createIssue("UNUSABLE_TOOL_SCHEMA", pointer, {
    message: `the input schema of "${tool}"${place}: ${fault.message}`,
  });
}

function argumentIssue(
  error: SchemaError,
  { step, argsPath }: Pick<SketchedCall, "step" | "argsPath">,
  { sketch, suggest }: Context,
): Issue {
  const { missingProperty, additionalProperty, unevaluatedProperty, allowedValues } = error.params;
  const extra = additionalProperty ?? unevaluatedProperty;
  const key = missingProperty ?? extra;
  const below = parsePointer(error.pointer) ?? [];
  const pointer = sketch.at(step, argsPath, ...below, ...(typeof key === "string" ? [key] : []));
  if (typeof missingProperty === "string")
    return createIssue("INVALID_ARGUMENTS", pointer, {
      message: `"${missingProperty}" is missing`,
      hint: `Add "${missingProperty}".`,
    });
  if (typeof extra === "string") {
    const meant = suggest(extra, error.declared);
    const hint = meant === undefined ? `Remove "${extra}".` : `Did you mean "${meant}"?`;
    return createIssue("INVALID_ARGUMENTS", pointer, { message: `the tool has no parameter "${extra}"`, hint });
  }
  const hint = Array.isArray(allowedValues)
    ? { hint: `Use one of ${JSON.stringify(allowedValues).slice(0, 200)}.` }
    : {};
  return createIssue("INVALID_ARGUMENTS", pointer, { message: error.message, ...hint });
}

function otherTool(meant: string | undefined): { hint?: string } {
  return meant === undefined ? {} : { hint: `Did you mean "${meant}"?` };
}

/** Pointers in the arguments whose value comes from a reference: whole, or as part of a text. */
type Unknowns = ReadonlyMap<string, "exact" | "embedded">;

/** Keywords that depend on the whole value. */
const whole = new Set(["not", "const", "enum", "uniqueItems"]);

/** Keywords that choose between subschemas, and where those are. */
const choices: ReadonlyMap<string, readonly string[]> = new Map([
  ["anyOf", ["anyOf/"]],
  ["oneOf", ["oneOf/"]],
  ["contains", ["contains/"]],
  ["if", ["if/", "then/", "else/"]],
]);

/**
 * Keeps the errors that hold for any value of the references. The type rule checks the referenced values themselves; a
 * choice between branches is undecided when a reference is inside, and so are the errors of its branches.
 */
function certainErrors(errors: readonly SchemaError[], unknowns: Unknowns): readonly SchemaError[] {
  const open = errors.filter(({ pointer }) => holdsUnknown(pointer, unknowns)).flatMap(branchesOf);
  return errors.filter((error) => {
    if (open.some((path) => `${error.schemaPath}/`.startsWith(path))) return false;
    if (unknowns.get(error.pointer) === "exact") return false;
    if (unknowns.get(error.pointer) === "embedded") return error.keyword === "type";
    return !whole.has(error.keyword) || !holdsUnknown(error.pointer, unknowns);
  });
}

/** Schema paths of the branches of a choice, including the choice itself. */
function branchesOf({ keyword, schemaPath }: SchemaError): string[] {
  const parent = schemaPath.slice(0, -keyword.length);
  return (choices.get(keyword) ?? []).map((branch) => parent + branch);
}

function holdsUnknown(pointer: string, unknowns: Unknowns): boolean {
  return unknowns.keys().some((place) => place === pointer || place.startsWith(`${pointer}/`));
}
