export { type Manifest, readManifest } from "../planners/manifest.ts";
