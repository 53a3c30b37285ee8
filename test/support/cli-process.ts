import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { program } from "./program.ts";

export const bin = resolve(import.meta.dirname, "../../src/cli/bin.ts");
const standIn = resolve(import.meta.dirname, "command-stubs.ts");

/** A started command-line process that keeps running. */
export type Service = { url: string; said(): { out: string; err: string }; stop(): Promise<number | null> };

/** How long a service may take to print its address on a busy machine. */
const longestStartMs = 60_000;

type CliLocation = { cwd: string; env?: Readonly<Record<string, string>> };

/** Starts `planwright dev` (or another server command) on a free port and resolves with its address. */
export async function startService(
  { cwd, env = {} }: CliLocation,
  words: readonly string[] = ["dev"],
): Promise<Service> {
  const child = spawn(process.execPath, [bin, ...words], { cwd, env: { ...cleanEnv, PORT: "0", ...env } });
  const said = listen(child);
  const url = await new Promise<string>((done, fail) => {
    const tooLate = setTimeout(() => {
      child.kill("SIGKILL");
      fail(new Error(`printed no address: ${said().out}${said().err}`));
    }, longestStartMs);
    const look = (): void => {
      const [, found] = /Planwright \S+ runs at (\S+) \(/.exec(said().out) ?? [];
      if (found === undefined) return;
      clearTimeout(tooLate);
      done(found);
    };
    child.stdout.on("data", look);
    child.once("exit", (code) => {
      clearTimeout(tooLate);
      fail(new Error(`ended with ${code}: ${said().err}`));
    });
  });
  return {
    url,
    said,
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
  };
}

export type CliResult = { code: number | null; out: string; err: string };

/**
 * Runs a POSIX shell line in which `planwright` and `npx planwright` run this source. Programs that the machine lacks are
 * stubbed.
 */
export async function runShell(line: string, { cwd, env = {} }: CliLocation): Promise<CliResult> {
  const given = { ...cleanEnv, NODE: process.execPath, BIN: bin, STAND_IN: standIn, ...env };
  const absent = ["cat", "curl"].filter((name) => program(name, given.PATH) === undefined);
  const prelude = [
    `planwright() { "$NODE" "$BIN" "$@"; }; npx() { shift; planwright "$@"; }`,
    ...absent.map((name) => `${name}() { "$NODE" "$STAND_IN" ${name} "$@"; }`),
  ];
  const child = spawn("/bin/sh", ["-c", [...prelude, line].join("\n")], {
    cwd,
    env: given,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = listen(child);
  await once(child, "close");
  return { code: child.exitCode, ...said() };
}

/** A clean environment for the process under test. */
const cleanEnv = { PATH: process.env["PATH"] ?? "", HOME: "/nowhere", LANG: "C.UTF-8" };

function listen(child: ChildProcess): () => { out: string; err: string } {
  let out = "";
  let err = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (out += chunk));
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (err += chunk));
  return () => ({ out, err });
}
