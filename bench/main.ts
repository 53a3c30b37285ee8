import { readdirSync } from "node:fs";

// `npm run bench -- <name> [--json]` runs bench/<name>.ts, a module that exports `run(args)`.
const helpers = new Set(["contenders", "load", "main", "measure", "peers", "sample-plan"]);
const [name = "", ...args] = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .map((file) => file.replace(/\.ts$/, ""))
  .filter((file) => !helpers.has(file))
  .toSorted();

if (names.includes(name)) {
  const bench = (await import(`./${name}.ts`)) as { run(args: readonly string[]): void | Promise<void> }; // see above
  await bench.run(args);
} else {
  console.error(`${name === "" ? "Name a bench" : `There is no bench "${name}"`}: ${names.join(", ")}`);
  process.exitCode = 2;
}
