import { execFileSync } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { installPackage } from "./stranger/install-package.ts";
import { docCommands, type DocCommand, holds, isService, skipReason } from "./stranger/doc-commands.ts";
import { openShell, type Shell } from "./stranger/shell.ts";

// A stranger's first afternoon: a fresh clone, an empty HOME, a PATH with git, the machine's Node and npm, and every
// fenced command of the two pages a stranger reads, then those of the guides with the installed package. The first that
// does not do what its page says ends it.
const pages = ["README.md", "docs/getting-started.md"];
const guides = "docs/guides";
const programs = ["curl", "git", "node", "npm", "npx", "sh"];
/** Pages say `npm test` of the whole suite; nothing else takes nearly as long. */
const longestMs = 30 * 60_000;
/** `--tested`: what installs and tests has just passed in this checkout, and is not typed a second time. */
const tested = process.argv.includes("--tested");

const root = resolve(import.meta.dirname, "..");
const place = mkdtempSync(join(tmpdir(), "planwright-newcomer-"));
try {
  await beStranger();
  process.stdout.write("every command of the pages does what they say\n");
} finally {
  rmSync(place, { recursive: true, force: true });
}

async function beStranger(): Promise<void> {
  const env = emptyEnvironment();
  const clone = join(place, "planwright");
  execFileSync("git", ["clone", "--quiet", root, clone], { env, stdio: "inherit" });
  for (const page of pages) {
    const text = readFileSync(join(clone, page), "utf8");
    await inShell(clone, env, async (shell) => {
      for (const command of docCommands(page, text)) await follow(shell, command);
    });
  }
  const installed = await installPackage({ clone, project: join(place, "project"), env });
  for (const name of readdirSync(join(clone, guides))) await followGuide(clone, `${guides}/${name}`, installed);
}

/** Types the commands of a guide in a folder of its own, with a server or data where the guide expects them. */
async function followGuide(clone: string, page: string, env: Record<string, string>): Promise<void> {
  const commands = docCommands(page, readFileSync(join(clone, page), "utf8"));
  const cwd = mkdtempSync(join(place, "guide-"));
  await inShell(cwd, env, async (shell) => {
    if (commands.some(({ command }) => command.startsWith("curl localhost:4400")))
      await shell.serve("planwright dev", (printed) => printed.includes("Press Ctrl-C"));
    if (commands.some(({ command }) => command.startsWith("planwright backup")))
      await shell.run('planwright plan "show quote Q-0192" --json | planwright run --plan -');
    for (const command of commands) {
      const reason = skipReason(command.command);
      if (reason === undefined) await follow(shell, command);
      else process.stdout.write(`${page}:${String(command.line)}  ${command.command}\n    skipped: ${reason}\n`);
    }
  });
}

async function inShell(cwd: string, env: Record<string, string>, use: (shell: Shell) => Promise<void>): Promise<void> {
  const shell = openShell({ cwd, env });
  try {
    await use(shell);
  } finally {
    await shell.interrupt();
    await shell.close();
  }
}

/** Types one command, as a person would who has read what it does. */
async function follow(shell: Shell, { page, line, command, prints }: DocCommand): Promise<void> {
  const startedAt = performance.now();
  process.stdout.write(`${page}:${String(line)}  ${command.replaceAll("\n", "\n    ")}\n`);
  // Nobody starts a second service, or installs again, under one that runs.
  if (isService(command) || /\bnpm (?:ci|install)\b/.test(command)) await shell.interrupt();
  if (tested && /\bnpm test\b/.test(command)) return;
  const shown = (printed: string): boolean => prints === undefined || holds(printed, prints);
  const ran = isService(command)
    ? await shell.serve(command, (printed) => /https?:\/\//.test(printed) && shown(printed))
    : await shell.run(command, { timeoutMs: longestMs });
  process.stdout.write(`    ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  if (ran.code !== 0) throw new Error(`${page}:${String(line)} ended with ${String(ran.code)}:\n${ran.printed}`);
  if (!shown(ran.printed))
    throw new Error(`${page}:${String(line)} printed:\n${ran.printed}\nand the page says:\n${prints ?? ""}`);
}

/** The environment without the variables of this user; the settings of the package registry belong to the machine. */
function emptyEnvironment(): Record<string, string> {
  const bin = join(place, "bin");
  const home = join(place, "home");
  mkdirSync(bin);
  mkdirSync(home);
  for (const program of programs) symlinkSync(found(program), join(bin, program));
  const reach = Object.entries(process.env).filter(([name]) =>
    /^(?:npm_config_(?:registry|cafile)|node_extra_ca_certs|https?_proxy|no_proxy)$/i.test(name),
  );
  return {
    ...Object.fromEntries(reach.map(([name, value]) => [name, value ?? ""])),
    HOME: home,
    PATH: bin,
    LANG: "C.UTF-8",
  };
}

/** A program of the machine's own, not one that this project brought. */
function found(program: string): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  const path = folders.map((folder) => join(folder, program)).find(isExecutable);
  if (path === undefined) throw new Error(`${program} is not on the PATH`);
  return path;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
