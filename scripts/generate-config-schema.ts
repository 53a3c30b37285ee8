import { jsonSchemaOf } from "../src/contracts/json-schema.ts";
import { Config } from "../src/runtime/config/config.ts";
import type { Generated } from "./generated.ts";

/** The schema that editors check `planwright.yaml` with. */
export function configSchema(): Generated[] {
  const schema = jsonSchemaOf({ path: "planwright", title: "planwright.yaml", schema: Config, examples: [] });
  return [{ path: "schemas/planwright.json", text: `${JSON.stringify(schema, null, 2)}\n` }];
}
