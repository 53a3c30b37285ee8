import { compact } from "../../plan/compact.ts";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { McpEndpoint } from "./endpoint.ts";

type Child = ChildProcessByStdio<Writable, Readable, Readable>;
type StdioParts = { maxAnswerBytes: number; onStderr: (text: string) => void };

/** How long a server may take to end after its input closed, and after a signal. */
const patienceMs = 2_000;

/** Running process groups. They end with this process. */
const groups = new Set<number>();
process.on("exit", () => {
  for (const pid of groups) killGroup(pid, "SIGTERM");
});

/**
 * A server as a child process with its own process group: Ctrl-C in a terminal reaches us and not a server in the middle
 * of a write, and closing ends the server with everything it started.
 */
export function createStdioTransport(endpoint: McpEndpoint & { kind: "stdio" }, parts: StdioParts): Transport {
  const buffer = new ReadBuffer({ maxBufferSize: parts.maxAnswerBytes });
  let child: Child | undefined;
  const close = async (): Promise<void> => {
    const closing = child;
    child = undefined;
    buffer.clear();
    if (closing !== undefined) await endGroup(closing);
  };
  const transport: Transport = {
    async start() {
      const started = spawn(endpoint.command, endpoint.args, {
        env: { ...getDefaultEnvironment(), ...endpoint.env },
        stdio: ["pipe", "pipe", "pipe"],
        detached: true,
        ...compact({ cwd: endpoint.cwd }),
      });
      child = started;
      const onError = (error: Error): void => transport.onerror?.(error);
      started.on("error", onError);
      started.on("close", () => {
        if (started.pid !== undefined) groups.delete(started.pid);
        if (child === started) child = undefined;
        transport.onclose?.();
      });
      started.stdin.on("error", onError);
      started.stdout.on("error", onError);
      started.stderr.on("data", (chunk: Buffer) => parts.onStderr(chunk.toString("utf8")));
      started.stdout.on("data", (chunk: Buffer) => {
        try {
          buffer.append(chunk);
        } catch (error) {
          onError(toError(error));
          void close();
          return;
        }
        readMessages(buffer, transport);
      });
      await once(started, "spawn");
      if (started.pid !== undefined) groups.add(started.pid);
    },
    async send(message) {
      if (child === undefined) throw new Error("the server is not running");
      if (!child.stdin.write(serializeMessage(message))) await once(child.stdin, "drain");
    },
    close,
  };
  return transport;
}

/** Reports a line that is not a message and continues. */
function readMessages(buffer: ReadBuffer, transport: Transport): void {
  for (;;) {
    try {
      const message = buffer.readMessage();
      if (message === null) return;
      transport.onmessage?.(message);
    } catch (error) {
      transport.onerror?.(toError(error));
    }
  }
}

/** Closes the input, then ends the whole group: a server may have ended while its children have not. */
async function endGroup(child: Child): Promise<void> {
  const { pid } = child;
  const closed = child.exitCode === null && child.signalCode === null ? once(child, "close") : Promise.resolve();
  const wait = (): Promise<unknown> => Promise.race([closed, delay(patienceMs, undefined, { ref: false })]);
  child.stdin.end();
  await wait();
  if (pid === undefined) return;
  if (killGroup(pid, "SIGTERM")) await wait();
  killGroup(pid, "SIGKILL");
  groups.delete(pid);
}

/** Whether the group was still there. */
function killGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
