import type { CheckResult } from "../../plan/check-result.ts";
import { parseYaml } from "../../plan/parse-yaml.ts";
import { checkPack } from "./check-pack.ts";
import { Pack } from "./pack.ts";

/** Reads a pack from YAML. Every fault comes back at once, each message opening with `file:line:column`. */
export function parsePack(text: string, file: string): CheckResult<Pack> {
  return parseYaml(Pack, { text, file }, checkPack);
}
