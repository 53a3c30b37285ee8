import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Path of an installed program. */
export function program(name: string, path = process.env["PATH"] ?? ""): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

/** Missing programs, as a skip reason of tests; undefined if all exist. */
export function programsAbsent(...names: readonly string[]): string | undefined {
  const absent = names.filter((name) => program(name) === undefined);
  return absent.length === 0 ? undefined : `(skipped: no ${absent.join(", no ")} on the PATH)`;
}
