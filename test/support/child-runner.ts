import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A child that lives longer hangs. */
const maxRunMs = 20_000;

/** One life of a child process: what it printed, or that it was killed with -9, by itself or after `killAfterMs`. */
export type ChildOutcome = { printed: string } | "killed";

export type ChildRunner = {
  run: (words: readonly string[], killAfterMs?: number) => Promise<ChildOutcome>;
  /** Removes the compiled code of the child, which is kept so that starting it again and again is quick. */
  cleanUp: () => void;
};

export function createChildRunner(child: string): ChildRunner {
  const cache = mkdtempSync(join(tmpdir(), "planwright-cache-"));
  const env = { ...process.env, NODE_COMPILE_CACHE: cache, NODE_OPTIONS: "" };
  return {
    run: (words, killAfterMs) =>
      new Promise((resolve, reject) => {
        const process_ = spawn(process.execPath, [child, ...words], { env });
        let out = "";
        let err = "";
        process_.stdout.on("data", (text: Buffer) => (out += text.toString()));
        process_.stderr.on("data", (text: Buffer) => (err += text.toString()));
        let hung = false;
        const death = killAfterMs === undefined ? undefined : setTimeout(() => process_.kill("SIGKILL"), killAfterMs);
        const limit = setTimeout(() => {
          hung = true;
          process_.kill("SIGKILL");
        }, maxRunMs);
        process_.on("close", (code, signal) => {
          clearTimeout(death);
          clearTimeout(limit);
          if (hung) reject(new Error(`the child hung (${words.join(" ")}): ${err}`));
          else if (signal === "SIGKILL") resolve("killed");
          else if (code === 0) resolve({ printed: out });
          else reject(new Error(`the child failed (${code}, ${signal}): ${err}`));
        });
      }),
    cleanUp: () => rmSync(cache, { recursive: true, force: true }),
  };
}
