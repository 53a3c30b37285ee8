import { resolve } from "node:path";
import { readStaticFiles, type StaticFiles } from "./static-files.ts";

/** Beside this code in the package; in a clone, where `npm start` builds it. */
const places = ["../../console", "../../../dist/console"];

/** The web console as it was built; undefined where it was not. */
export function consoleFiles(): StaticFiles | undefined {
  for (const place of places) {
    const files = readStaticFiles(resolve(import.meta.dirname, place));
    if (files !== undefined) return files;
  }
  return undefined;
}
