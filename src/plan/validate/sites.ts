import type { Json } from "../json.ts";
import { parseTemplate, type Template } from "../references.ts";
import { type Path, read, type Sketch, type StepSketch } from "./sketch.ts";

/** A string of a step that has a reference, or a malformed one. */
export type ReferenceSite = {
  readonly step: number;
  /** Below the step. */
  readonly path: Path;
  readonly template: Template;
  /** Whether the item of the step's iteration is in scope here. */
  readonly inIteration: boolean;
  /** Whether the step's own result is in scope here. */
  readonly ownResult: boolean;
};

/** Collects every string of a plan that may have references. The only list of such fields. */
export function collectSites(sketch: Sketch): ReferenceSite[] {
  if (sketch.spelling === "none") return [];
  const walk: Walk = { sketch, sites: [], step: 0, inIteration: false, ownResult: false, trail: [], seen: new Set() };
  sketch.steps.forEach((step, at) => {
    walk.step = at;
    walk.seen.clear();
    visitStep(step, walk);
  });
  return walk.sites;
}

type Walk = {
  readonly sketch: Sketch;
  readonly sites: ReferenceSite[];
  step: number;
  inIteration: boolean;
  ownResult: boolean;
  readonly trail: string[];
  /** A value may share one part many times, which could be unbounded as a tree. */
  readonly seen: Set<object>;
};

function visitStep(step: StepSketch, walk: Walk): void {
  const { args, texts, when, forEach, compensate } = walk.sketch.places;
  walk.inIteration = step.forEach !== undefined;
  visitAt(step.args, args, walk);
  for (const path of texts) visitAt(read(step.source, path), path, walk);
  if (compensate !== undefined && step.compensate !== undefined) {
    walk.ownResult = true;
    visitAt(step.compensate["args"], [...compensate, "args"], walk);
    walk.ownResult = false;
  }
  walk.inIteration = false;
  if (when !== undefined && step.when !== undefined) {
    visitAt(step.when["value"], [...when, "value"], walk);
    visitAt(step.when["to"], [...when, "to"], walk);
  }
  if (forEach !== undefined && step.forEach !== undefined) {
    visitAt(step.forEach["over"], [...forEach, "over"], walk);
    visitAt(step.forEach["where"], [...forEach, "where"], walk);
  }
}

function visitAt(value: Json | undefined, path: Path, walk: Walk): void {
  if (value === undefined) return;
  walk.trail.push(...path);
  visit(value, walk);
  walk.trail.length = 0;
}

function visit(value: Json | undefined, walk: Walk): void {
  if (typeof value === "string") return visitText(value, walk);
  if (typeof value !== "object" || value === null || walk.seen.has(value)) return;
  walk.seen.add(value);
  if (Array.isArray(value)) for (const [at, part] of value.entries()) visitBelow(String(at), part, walk);
  else for (const key of Object.keys(value)) visitBelow(key, value[key], walk);
}

function visitBelow(key: string, part: Json | undefined, walk: Walk): void {
  walk.trail.push(key);
  visit(part, walk);
  walk.trail.pop();
}

function visitText(text: string, { sketch, sites, step, inIteration, ownResult, trail }: Walk): void {
  if (!text.includes(sketch.spelling === "dollar" ? "step_" : "{{") && !text.includes("$")) return;
  const template = parseTemplate(text, sketch.spelling);
  if (template.malformed.length > 0 || template.parts.some((part) => typeof part === "object"))
    sites.push({ step, path: [...trail], template, inIteration, ownResult });
}
