import { readFileSync } from "node:fs";
import { z } from "zod";

const Manifest = z.object({ version: z.string() });

/** The version in the package's own manifest, which lies two folders up from here in the sources and when built. */
export const packageVersion: string = Manifest.parse(
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")),
).version;
