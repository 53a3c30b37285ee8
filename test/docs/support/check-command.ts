import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Command, exit, type Io } from "../../../src/cli/command.ts";
import { commands } from "../../../src/cli/commands/index.ts";
import { parse } from "../../../src/cli/parse.ts";
import type { Route } from "../../../src/contracts/api/route.ts";
import { routes } from "../../../src/contracts/api/routes.ts";
import { root } from "./markdown.ts";
import { wordsOf } from "./shell-words.ts";

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

/** External programs, which are not checked. */
const others = new Set(
  "alias cat cd chmod chown cp curl docker export git gzip helm kill kubectl ls mkdir node npm npx ollama openssl pg_ctl pg_dump pg_restore printf psql python3 redis-server rm rsync runuser scp set sha256sum sleep sqlite3 ssh sudo systemctl tar test wait echo createdb dropdb useradd install mv".split(
    " ",
  ),
);

const table = commands.map(withoutWork);

function withoutWork(row: Command): Command {
  if ("commands" in row) return { ...row, commands: row.commands.map(withoutWork) };
  const done = async () => exit.ok;
  return { ...row, load: async () => done, loadRemote: async () => done };
}

/** The problems of a command line. `<draft>` is a placeholder. */
export async function commandFaults(command: string): Promise<string[]> {
  const found = await Promise.all(wordsOf(command.replaceAll(/<(\w+)>/g, "$1")).map((words) => faultsOf(words)));
  return found.flat();
}

async function faultsOf([program = "", ...rest]: readonly string[]): Promise<string[]> {
  if (program === "planwright") return planwrightFaults(rest);
  if (program === "npx") return npxFaults(rest.filter((word) => word !== "-y" && word !== "--yes"));
  if (program === "npm") return npmFaults(rest.filter((word) => word !== "-s" && word !== "--silent"));
  if (program === "curl") return curlFaults(rest);
  if (program === "node") return nodeFaults(rest);
  return others.has(program) || program.includes("/") ? [] : [`nobody knows the program ${program}`];
}

/** Parses with the real command table, without running it. */
async function planwrightFaults(words: readonly string[]): Promise<string[]> {
  try {
    await parse(table, words, deaf);
    return [];
  } catch (error) {
    return [`planwright ${words.join(" ")}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function npxFaults([name = "", ...rest]: readonly string[]): Promise<string[]> | string[] {
  return /^planwright(?:@|$)/.test(name) ? planwrightFaults(rest) : [];
}

const lifecycle = new Set([
  "ci",
  "i",
  "install",
  "init",
  "create",
  "pack",
  "exec",
  "link",
  "publish",
  "version",
  "root",
  "view",
]);

function npmFaults([verb = "", ...rest]: readonly string[]): Promise<string[]> | string[] {
  // Another package has its own scripts.
  if (verb === "--prefix")
    return existsSync(join(root, rest[0] ?? "", "package.json")) ? [] : [`no package ${rest[0]}`];
  const name = verb === "run" ? (rest.find((word) => !word.startsWith("-")) ?? "") : verb;
  if (verb !== "run" && lifecycle.has(verb)) return [];
  if (scripts[name] === undefined) return [`package.json has no script ${name}`];
  const given = rest.slice(rest.indexOf(name) + 1);
  if (name === "planwright") return planwrightFaults(given[0] === "--" ? given.slice(1) : given);
  const [bench] = name === "bench" ? given.filter((word) => word !== "--") : [];
  return bench === undefined || existsSync(join(root, "bench", `${bench}.ts`)) ? [] : [`there is no bench ${bench}`];
}

/** Checks that a script of this repository exists. */
function nodeFaults(words: readonly string[]): Promise<string[]> | string[] {
  const at = words.findIndex((word) => !word.startsWith("-") && /\.[cm]?[jt]s$/.test(word) && !word.startsWith("./"));
  const file = words[at];
  if (file === undefined) return [];
  if (/(?:^|\/)cli\/bin\.[jt]s$/.test(file)) return planwrightFaults(words.slice(at + 1));
  return !file.includes("/") || existsSync(join(root, file)) ? [] : [`there is no file ${file}`];
}

function curlFaults(words: readonly string[]): string[] {
  const address = words.map((word) => word.replace(/^(?=(?:localhost|127\.0\.0\.1):)/, "http://")).find(isAddress);
  if (address === undefined) return ["curl is given no address"];
  const { hostname, pathname } = new URL(address);
  if (hostname !== "localhost" && hostname !== "127.0.0.1") return [];
  const body = after(words, "-d", "--data", "--json");
  const method = after(words, "-X", "--request") ?? (body === undefined ? "GET" : "POST");
  const route = Object.values<Route>(routes).find((row) => row.method === method && fits(row.path, pathname));
  if (route === undefined) return [`no route is ${method} ${pathname}`];
  if (body === undefined || body.startsWith("@") || route.body === undefined) return [];
  const parsed = route.body.safeParse(JSON.parse(body));
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${pathname} ${path.join("/")} ${message}`);
}

function isAddress(word: string): boolean {
  return /^https?:\/\//.test(word);
}

function after(words: readonly string[], ...options: readonly string[]): string | undefined {
  const at = words.findIndex((word) => options.includes(word));
  return at === -1 ? undefined : words[at + 1];
}

function fits(path: string, pathname: string): boolean {
  return new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(pathname);
}

const nothing = (): void => undefined;
const never = new AbortController().signal;
const deaf: Io = {
  out: nothing,
  err: nothing,
  read: async () => new Uint8Array(),
  write: async () => undefined,
  env: {},
  signal: never,
};
