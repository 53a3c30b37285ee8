import { installedWith } from "./lock.ts";
import { readManifest } from "./manifest.ts";
import { readInstalled } from "./third-party.ts";

// Fails if a package that users get, also an optional or a bundled one, has a licence that is not on the list.
const allowed = new Set(["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"]);
const bundled = ["@a2a-js/sdk", "@modelcontextprotocol/sdk", "@opentelemetry/api", "htmlparser2"];
const forTests = new Set(["fast-check", "vitest"]);

const { dependencies, peerDependencies } = readManifest();
const names = [...Object.keys(dependencies), ...Object.keys(peerDependencies), ...bundled];
const packages = installedWith(names.filter((name) => !forTests.has(name))).map(({ folder }) => readInstalled(folder));
const refused = packages.filter(({ license }) => !license.split(/\(| OR |\)/).some((each) => allowed.has(each)));
for (const { name, version, license } of refused) process.stderr.write(`${name} ${version}: ${license}\n`);
process.stdout.write(`${packages.length} packages, ${refused.length} with a licence that is not allowed\n`);
if (refused.length > 0) process.exitCode = 1;
