import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { Spelling } from "../plan.ts";
import { escapeToken } from "../pointer.ts";
import type { StepKind } from "../step.ts";

export type Path = readonly string[];

/** Where a contract keeps the fields that rules read. Rules are written once and point into each contract's document. */
export type FieldPaths = {
  /** The field that holds the list of steps. */
  readonly steps: string;
  readonly id: Path;
  readonly dependsOn: Path;
  readonly tool: Path;
  readonly args: Path;
  /** A fixed kind for a contract with only one kind of step. */
  readonly kind: Path | StepKind;
  /** Fields besides the arguments whose strings may have references. */
  readonly texts: readonly Path[];
  readonly resultKey?: Path;
  readonly when?: Path;
  readonly forEach?: Path;
  readonly compensate?: Path;
  /** An effect class, or the claim `true` that the step only reads. */
  readonly effect?: Path;
  readonly fallbackStep?: Path;
  /** On the plan, not on a step. */
  readonly intent?: Path;
};

/**
 * A step as the rules see it. A missing or mistyped field is undefined: the shape check has reported it, and the rules
 * continue with the rest, so that one pass finds everything.
 */
export type StepSketch = {
  readonly id: string | undefined;
  readonly kind: string | undefined;
  readonly dependsOn: readonly unknown[];
  readonly resultKey: string | undefined;
  readonly tool: string | undefined;
  readonly args: JsonObject | undefined;
  readonly when: JsonObject | undefined;
  readonly forEach: JsonObject | undefined;
  readonly compensate: JsonObject | undefined;
  readonly effect: string | undefined;
  readonly fallbackStep: string | undefined;
  readonly source: unknown;
};

/** A call that a step makes: its own, or its compensation. */
export type SketchedCall = { step: number; tool: string; args: JsonObject | undefined; toolPath: Path; argsPath: Path };

export type Sketch = {
  readonly steps: readonly StepSketch[];
  readonly spelling: Spelling;
  readonly intent: string | undefined;
  readonly places: FieldPaths;
  /** The pointer to a field of a step. */
  at(step: number, path: Path, ...below: readonly (string | number)[]): string;
};

export function sketchOf(document: unknown, places: FieldPaths, spelling: Spelling): Sketch {
  const steps = read(document, [places.steps]);
  return {
    steps: Array.isArray(steps) ? steps.map((step) => sketchStep(step, places)) : [],
    spelling,
    intent: text(document, places.intent),
    places,
    at: (step, path, ...below) => ["", places.steps, step, ...path, ...below].map(escapeToken).join("/"),
  };
}

function sketchStep(source: unknown, places: FieldPaths): StepSketch {
  const dependsOn = read(source, places.dependsOn);
  const kind = typeof places.kind === "string" ? places.kind : text(source, places.kind);
  return {
    id: text(source, places.id),
    kind,
    dependsOn: Array.isArray(dependsOn) ? dependsOn : [],
    resultKey: text(source, places.resultKey),
    tool: kind === "tool" ? text(source, places.tool) : undefined,
    args: kind === "tool" ? object(source, places.args) : undefined,
    when: object(source, places.when),
    forEach: object(source, places.forEach),
    compensate: object(source, places.compensate),
    effect: read(source, places.effect) === true ? "read" : text(source, places.effect),
    fallbackStep: text(source, places.fallbackStep),
    source,
  };
}

export function callsOf({ steps, places }: Sketch): SketchedCall[] {
  const calls: SketchedCall[] = [];
  const undoPaths = {
    toolPath: [...(places.compensate ?? []), "tool"],
    argsPath: [...(places.compensate ?? []), "args"],
  };
  for (const [step, { tool, args, compensate }] of steps.entries()) {
    if (tool !== undefined) calls.push({ step, tool, args, toolPath: places.tool, argsPath: places.args });
    const undo = compensate?.["tool"];
    const given = compensate?.["args"] ?? {};
    if (typeof undo === "string")
      calls.push({ step, tool: undo, args: isJsonObject(given) ? given : undefined, ...undoPaths });
  }
  return calls;
}

/** The value at a path of own keys. */
export function read(value: unknown, path: Path | undefined): Json | undefined {
  if (path === undefined) return undefined;
  // Rules run only on values that passed the JSON check.
  let here: Json | undefined = isJsonObject(value) ? value : undefined;
  for (const key of path) {
    if (!isJsonObject(here) || !Object.hasOwn(here, key)) return undefined;
    here = here[key];
  }
  return here;
}

function text(value: unknown, path: Path | undefined): string | undefined {
  const found = read(value, path);
  return typeof found === "string" ? found : undefined;
}

function object(value: unknown, path: Path | undefined): JsonObject | undefined {
  const found = read(value, path);
  return isJsonObject(found) ? found : undefined;
}
