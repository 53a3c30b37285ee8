import { exit, type ExitCode } from "../../src/cli/command.ts";
import { main } from "../../src/cli/main.ts";

export type CliOutput = { code: ExitCode; out: string; err: string; written: Record<string, string> };

/** Files by name; `-` is standard input. */
export type CliEnvironment = { files?: Record<string, string | Uint8Array>; env?: Record<string, string> };

/** Runs one command line in process. */
export async function runCli(
  words: readonly string[],
  { files = {}, env = {} }: CliEnvironment = {},
): Promise<CliOutput> {
  const said: CliOutput = { code: exit.ok, out: "", err: "", written: {} };
  said.code = await main(words, {
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    // Like a terminal, so that progress does not appear in stderr.
    showLine: () => undefined,
    read: async (path) => {
      const file = files[path];
      if (file === undefined) throw new Error("no such file");
      return typeof file === "string" ? new TextEncoder().encode(file) : file;
    },
    write: async (path, text) => void (said.written[path] = text),
    env,
    signal: new AbortController().signal,
  });
  return said;
}
