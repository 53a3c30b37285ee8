import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, openSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../support/free-port.ts";

const root = resolve(import.meta.dirname, "../../..");

export type Readiness = { status: number; text: string };
export type Service = Awaited<ReturnType<typeof createService>>;

/** `planwright dev` as a process of its own, with its data in a folder and a clock that can be moved. */
export async function createService(folder: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const clock = join(folder, "clock");
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true });
  writeFileSync(join(folder, "planwright.yaml"), "tools: { demo: true }\napproval: { default: allow }\n");
  const log = openSync(join(folder, "service.log"), "a");
  let child: ChildProcess | undefined;
  const ready = async (): Promise<Readiness> => {
    const signal = AbortSignal.timeout(10_000);
    return fetch(`${url}/readyz`, { signal }).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      (error: unknown) => ({ status: 0, text: String(error) }),
    );
  };
  return {
    url,
    data,
    ready,
    jump: (ms: number): void => writeFileSync(clock, String(ms)),
    start(): void {
      const skewed = join(root, "test/faults/fleet/skewed-date.ts");
      const args = ["--import", skewed, join(root, "src/cli/bin.ts"), "dev", "--port", String(port), "--data", data];
      const env = { ...process.env, FAULT_CLOCK: clock };
      child = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", log, log] });
    },
    async stop(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
      const leaving = child;
      if (leaving === undefined || leaving.exitCode !== null || leaving.signalCode !== null) return;
      const ended = new Promise((resolve) => leaving.once("exit", resolve));
      leaving.kill(signal);
      await ended;
    },
    /** Whether `/readyz` answers as wanted within the time; asked until it does. */
    async becomes(isReady: boolean, withinMs: number): Promise<Readiness & { ok: boolean }> {
      for (let until = Date.now() + withinMs; ;) {
        const answer = await ready();
        if ((answer.status === 200) === isReady) return { ...answer, ok: true };
        if (Date.now() > until) return { ...answer, ok: false };
        await delay(200);
      }
    },
  };
}
