import { resolve } from "node:path";
import { readStaticFiles, type StaticFiles } from "./static-files.ts";

/** Beside this code in the package; in a clone, where `npm start` builds the console. */
const folders = ["../../console", "../../../dist/console"];

/** The built web console; undefined if it was not built. */
export function consoleFiles(): StaticFiles | undefined {
  for (const folder of folders) {
    const files = readStaticFiles(resolve(import.meta.dirname, folder));
    if (files !== undefined) return files;
  }
  return undefined;
}
