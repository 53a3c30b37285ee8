import { readFileSync, statSync } from "node:fs";
import { ToolError } from "../../tools/tool-error.ts";
import { type Faults, parseFaults } from "./faults.ts";

/**
 * Fault switches that can be changed while the demo runs: those of the file, or the given ones if there is no
 * file. A file that cannot be read as switches fails every call with the reason.
 */
export function watchFaults(file: string, given: Faults): Faults {
  let version = "";
  let faults = given;
  return (verb) => {
    const found = statSync(file, { throwIfNoEntry: false, bigint: true });
    const current = found === undefined ? "" : `${found.ino}:${found.mtimeNs}:${found.size}`;
    if (current !== version) {
      faults = found === undefined ? given : read(file);
      version = current;
    }
    return faults(verb);
  };
}

function read(file: string): Faults {
  const parsed = parseFaults(readFileSync(file, "utf8"));
  if ("faults" in parsed) return parsed.faults;
  return () => {
    throw new ToolError("tool_failed", `${file}: ${parsed.problem}`);
  };
}
