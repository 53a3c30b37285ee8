import type { Json } from "./json.ts";
import { yaml } from "./packages.ts";

/** YAML for people: block style, long lines unbroken. */
export function toYaml(value: Json): string {
  return yaml().stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}
