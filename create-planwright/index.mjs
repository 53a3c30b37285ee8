#!/usr/bin/env node
// Creates a folder with its own package.json, installs Planwright there and runs `planwright init`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";

const usage = "npm create planwright@latest [folder] -- [--template shop|crm|agents|clinic|empty]";
const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

function fail(message) {
  process.stderr.write(`create-planwright: ${message}\n`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        template: { type: "string" },
        /** Another source of the package: a version, a folder or a packed file. */
        package: { type: "string", default: `planwright@^${version}` },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    return fail(`${error.message}. Usage: ${usage}`);
  }
}

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: "inherit", shell: command.endsWith(".cmd") });
  if (status !== 0) fail(`${command} ${args.join(" ")} failed${error === undefined ? "" : `: ${error.message}`}`);
}

const { values, positionals } = readArguments();
if (values.help === true) {
  process.stdout.write(`Usage: ${usage}\n`);
  process.exit(0);
}
if (positionals.length > 1) fail(`name one folder, not ${positionals.length}. Usage: ${usage}`);
const folder = resolve(positionals[0] ?? "planwright-workspace");
if (existsSync(join(folder, "package.json")))
  fail(`${folder} already has a package.json. There: npm install planwright && npx planwright init`);

mkdirSync(folder, { recursive: true });
const name =
  basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "") || "workspace";
const manifest = {
  name,
  private: true,
  type: "module",
  scripts: { dev: "planwright dev", doctor: "planwright doctor" },
};
writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
const source = existsSync(values.package) ? resolve(values.package) : values.package;
run(npm, ["install", "--no-audit", "--no-fund", source], folder);
const template = values.template === undefined ? [] : ["--template", values.template];
// Not by `npm exec`: the variables of an outer one would send it elsewhere.
run(process.execPath, [join("node_modules", "planwright", "dist", "cli", "bin.js"), "init", ".", ...template], folder);
process.stdout.write(`\nTo start: cd ${relative(".", folder) || "."} && npm run dev\n`);
