import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A child that runs longer is considered hung. */
const maxRunMs = 20_000;

/** The output of a child process, or `killed` after SIGKILL, by itself or after `killAfterMs`. */
export type ChildOutcome = { printed: string } | "killed";

export type ChildRunner = {
  run: (words: readonly string[], killAfterMs?: number) => Promise<ChildOutcome>;
  /** Removes the compile cache that speeds up repeated starts. */
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
