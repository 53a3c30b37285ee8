import type { Json } from "../json.ts";
import { parseTemplate, type Template } from "../references.ts";
import { type Path, read, type Sketch } from "./sketch.ts";

/** A string of a step that holds a reference, or something that looks like one. */
export type Site = {
  readonly step: number;
  /** Below the step. */
  readonly path: Path;
  readonly template: Template;
  /** Whether the item of the step's iteration can be named here. */
  readonly inIteration: boolean;
};

/** Every place of a plan where references stand. This is the one list of what is read for references. */
export function collectSites(sketch: Sketch): Site[] {
  const sites: Site[] = [];
  if (sketch.spelling === "none") return sites;
  const { args, texts, when, forEach } = sketch.places;
  sketch.steps.forEach((step, at) => {
    const inside = createWalk(sites, sketch, { step: at, inIteration: step.forEach !== undefined });
    if (step.args !== undefined) inside(step.args, args);
    for (const path of texts) inside(read(step.source, path), path);
    const outside = createWalk(sites, sketch, { step: at, inIteration: false });
    if (when !== undefined) outside(read(step.when, ["to"]), [...when, "to"]);
    if (when !== undefined) outside(read(step.when, ["value"]), [...when, "value"]);
    if (forEach !== undefined) outside(read(step.forEach, ["over"]), [...forEach, "over"]);
    if (forEach !== undefined) outside(read(step.forEach, ["where"]), [...forEach, "where"]);
  });
  return sites;
}

type Walk = (value: Json | undefined, path: Path) => void;

function createWalk(sites: Site[], { spelling }: Sketch, scope: Pick<Site, "step" | "inIteration">): Walk {
  const opener = spelling === "dollar" ? "$" : "{{";
  const trail: string[] = [];
  // A value may hold one part in many places, which as a tree would have no end.
  const seen = new Set<object>();
  const visit = (value: Json | undefined, path: Path): void => {
    if (typeof value === "string") {
      if (!value.includes(opener)) return;
      const template = parseTemplate(value, spelling);
      if (template.malformed.length > 0 || template.parts.some((part) => typeof part === "object"))
        sites.push({ ...scope, path: [...path, ...trail], template });
      return;
    }
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) value.forEach((item, at) => below(item, path, String(at)));
    else for (const key of Object.keys(value)) below(value[key], path, key);
  };
  const below = (value: Json | undefined, path: Path, key: string): void => {
    trail.push(key);
    visit(value, path);
    trail.pop();
  };
  return visit;
}
