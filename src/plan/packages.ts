import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

// Packages that take a fifth of the time of `import "planwright"`, loaded when they are first used.
export const ajv = (): typeof import("ajv/dist/2020.js") => load("ajv/dist/2020.js");
export const re2js = (): typeof import("re2js") => load("re2js");
export const yaml = (): typeof import("yaml") => load("yaml");
