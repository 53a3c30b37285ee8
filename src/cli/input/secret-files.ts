import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Io, UsageError } from "../command.ts";

/** Variables that name the folder of secrets: ours, or the one systemd sets for `LoadCredential=`. */
const folders = ["PLANWRIGHT_SECRETS", "CREDENTIALS_DIRECTORY"] as const;

/**
 * Adds a variable for each file in the folder of secrets, named after the file. Existing variables win. Child processes
 * do not get them.
 */
export function withSecretFiles(env: Io["env"]): Io["env"] {
  const named = folders.flatMap((name) =>
    env[name] === undefined || env[name] === "" ? [] : secretsIn(name, env[name]),
  );
  return { ...Object.fromEntries(named), ...env };
}

function secretsIn(variable: string, folder: string): [string, string][] {
  try {
    return readdirSync(folder)
      .filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name) && statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), "utf8").trim()]);
  } catch (error) {
    throw new UsageError(
      `cannot read the secrets of ${variable}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
