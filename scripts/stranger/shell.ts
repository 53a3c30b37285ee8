import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

export type CommandResult = { code: number; printed: string };

/** A shell a person types into: what one command sets, the next one finds. */
export type Shell = {
  run(command: string, options?: { timeoutMs?: number }): Promise<CommandResult>;
  /** Starts what does not end, and waits until what it prints is as wanted. */
  serve(command: string, isReady: (printed: string) => boolean): Promise<CommandResult>;
  /** Ctrl-C for what was started. */
  interrupt(): Promise<void>;
  close(): Promise<void>;
};

type ShellOptions = { cwd: string; env: Record<string, string> };

export function openShell(options: ShellOptions): Shell {
  const shell = spawn("/bin/sh", [], { ...options, stdio: "pipe" });
  const ended = once(shell, "exit");
  const typed = listen(shell);
  const settings: string[] = [];
  let service: { process: ChildProcess; ended: Promise<unknown> } | undefined;

  async function run(command: string, { timeoutMs = 60_000 } = {}): Promise<CommandResult> {
    const mark = `ended-${randomBytes(6).toString("hex")}`;
    typed.clear();
    if (/^(?:alias|export)\s/.test(command)) settings.push(command);
    shell.stdin.write(`{ ${command}\n} < /dev/null; printf '\\n%s %s\\n' ${mark} "$?"\n`);
    const found = await typed.until((text) => new RegExp(`\\n?${mark} (\\d+)\\n`).exec(text) ?? undefined, timeoutMs);
    return { code: Number(found[1]), printed: typed.text().slice(0, found.index) };
  }

  return {
    run,
    async serve(command, isReady) {
      const cwd = (await run("pwd")).printed.trim();
      // A process group of its own, so that the signal reaches what npm started, as the keyboard's would.
      const child = spawn("/bin/sh", ["-c", [...settings, command].join("\n")], { ...options, cwd, detached: true });
      service = { process: child, ended: once(child, "exit") };
      const heard = listen(child);
      await heard.until((text) => (isReady(text) ? true : undefined), 180_000);
      return { code: 0, printed: heard.text() };
    },
    async interrupt() {
      if (service?.process.pid === undefined) return;
      process.kill(-service.process.pid, "SIGINT");
      await service.ended;
      service = undefined;
    },
    async close() {
      shell.stdin.end();
      await ended;
    },
  };
}

/** What a process prints, on both streams. */
function listen(process: ChildProcess): {
  text(): string;
  clear(): void;
  until<T>(find: (text: string) => T | undefined, timeoutMs: number): Promise<T>;
} {
  let printed = "";
  for (const stream of [process.stdout, process.stderr])
    stream?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  return {
    text: () => printed,
    clear: () => void (printed = ""),
    async until(find, timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const found = find(printed);
        if (found !== undefined) return found;
        const over = process.exitCode !== null || Date.now() > deadline;
        if (over)
          throw new Error(`it did not print what the page says within ${String(timeoutMs / 1000)} s:\n${printed}`);
        await setTimeout(50);
      }
    },
  };
}
