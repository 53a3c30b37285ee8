import { catalogue, type WireShape } from "../src/contracts/catalogue.ts";
import { Plan } from "../src/contracts/index.ts";
import { jsonSchemaOf } from "../src/contracts/json-schema.ts";
import { EvalCase } from "../src/planners/eval/eval-case.ts";
import { PackCase } from "../src/planners/eval/pack-case.ts";
import { Pack } from "../src/planners/packs/pack.ts";
import { Config } from "../src/runtime/config/config.ts";
import type { Generated } from "./generated.ts";

/** Files that people write: editors check them with these schemas, and the reference pages are made from them. */
export const ownDocuments = {
  planwright: { path: "planwright", title: "planwright.yaml", schema: Config, examples: [] },
  pack: { path: "pack", title: "Domain pack", schema: Pack, examples: [] },
  plan: { path: "plan", title: "Plan", schema: Plan, examples: [] },
  packCase: { path: "pack-case", title: "Case of planwright packs test", schema: PackCase, examples: [] },
  evalCase: { path: "eval-case", title: "Case of planwright eval", schema: EvalCase, examples: [] },
} as const satisfies Record<string, WireShape>;

/** One JSON Schema file for each document. */
export function schemas(): Generated[] {
  return [...catalogue, ...Object.values(ownDocuments)].map((shape) => ({
    path: `schemas/${shape.path}.json`,
    text: `${JSON.stringify(jsonSchemaOf(shape), null, 2)}\n`,
  }));
}
