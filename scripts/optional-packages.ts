import { readManifest } from "./manifest.ts";

// Prints the packages of the optional parts, each with the version the tests run with. The container image has them all.
const { peerDependencies, devDependencies } = readManifest();
const forTests = new Set(["fast-check", "vitest"]);
const names = Object.keys(peerDependencies).filter((name) => !forTests.has(name));
process.stdout.write(`${names.map((name) => `${name}@${devDependencies[name] ?? "latest"}`).join(" ")}\n`);
