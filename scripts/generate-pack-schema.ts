import { jsonSchemaOf } from "../src/contracts/json-schema.ts";
import { Pack } from "../src/planners/packs/pack.ts";
import type { Generated } from "./generated.ts";

/** The schema that editors check `packs/*.yaml` with. */
export function packSchema(): Generated[] {
  const schema = jsonSchemaOf({ path: "pack", title: "Domain pack", schema: Pack, examples: [] });
  return [{ path: "schemas/pack.json", text: `${JSON.stringify(schema, null, 2)}\n` }];
}
