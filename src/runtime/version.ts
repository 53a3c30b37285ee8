import { readFileSync } from "node:fs";
import { z } from "zod";

const Manifest = z.object({ version: z.string() });

/** The version of package.json, which is two folders up both in `src` and in `dist`. */
export const packageVersion: string = Manifest.parse(
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")),
).version;
