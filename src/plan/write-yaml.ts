import { stringify } from "yaml";
import type { Json } from "./json.ts";

/** YAML for people: block style, long lines unbroken. */
export function toYaml(value: Json): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}
