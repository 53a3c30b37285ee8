import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The flag under which "planwright" is this repository's source, for the processes an example starts too. */
export const sourceFlag = `--import=${pathToFileURL(resolve(import.meta.dirname, "source.ts")).href}`;

export const examplesFolder = resolve(import.meta.dirname, "../examples");

/** The folders of the examples, in their order. */
export function exampleNames(): string[] {
  return readdirSync(examplesFolder)
    .filter((name) => /^\d\d-/.test(name))
    .toSorted();
}

// npm run example 01
if (import.meta.main) {
  const [wanted = ""] = process.argv.slice(2);
  const found = exampleNames().find((name) => wanted !== "" && name.startsWith(wanted));
  if (found === undefined) {
    console.error(`Which one? npm run example 01, for example.\n  ${exampleNames().join("\n  ")}`);
    process.exitCode = 2;
  } else {
    const env = { ...process.env, NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} ${sourceFlag}`.trim() };
    const { status } = spawnSync(process.execPath, [join(examplesFolder, found, "main.ts")], { env, stdio: "inherit" });
    process.exitCode = status ?? 1;
  }
}
