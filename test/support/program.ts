import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where a program of this machine is, by a PATH. */
export function program(name: string, path = process.env["PATH"] ?? ""): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

/** Which of these programs are not there, as the reason tests are skipped for; undefined when all are. */
export function programsAbsent(...names: readonly string[]): string | undefined {
  const absent = names.filter((name) => program(name) === undefined);
  return absent.length === 0 ? undefined : `(skipped: no ${absent.join(", no ")} on the PATH)`;
}
