import type { CheckResult } from "../../plan/check-result.ts";
import { parseYaml, type YamlText } from "../../plan/parse-yaml.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { checkPack } from "./check-pack.ts";
import { checkPackTools } from "./check-pack-tools.ts";
import { Pack } from "./pack.ts";

/** Reads a pack from YAML. Every fault comes back at once, each message opening with `file:line:column`. */
export function parsePack(text: string, file: string): CheckResult<Pack> {
  return parseYaml(Pack, { text, file }, checkPack);
}

/** The same, and compares its calls with the tools they are for. */
export function parsePackFor(toolbox: readonly ToolSpec[], file: YamlText): CheckResult<Pack> {
  return parseYaml(Pack, file, (pack) => [...checkPack(pack), ...checkPackTools(pack, toolbox)]);
}
