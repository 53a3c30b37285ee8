import { spawnSync } from "node:child_process";
import { describe, expect, it, vi } from "vitest";
import { createStdioTransport } from "./stdio-transport.ts";

/** A server that starts a child process, prints both process ids, and leaves the child running when its input ends. */
const leaving = `
const { spawn } = require("node:child_process");
const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
process.stdout.write(JSON.stringify({ jsonrpc: "2.0", method: "started", params: { pids: [process.pid, child.pid] } }) + "\\n");
setInterval(() => {}, 1000);
`;

/** A process that has ended may stay in the table until its parent asks for it. */
const isAlive = (pid: number): boolean => {
  const { status, stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return status === 0 && !stdout.startsWith("Z");
};

describe.skipIf(process.platform === "win32")("a stdio server", () => {
  it("has its own process group, and closing it ends its children too", async () => {
    const command = { kind: "stdio", command: process.execPath, args: ["-e", leaving], env: {} } as const;
    const transport = createStdioTransport(command, { maxAnswerBytes: 10_000, onStderr: () => undefined });
    const onmessage = vi.fn<NonNullable<typeof transport.onmessage>>();
    Object.assign(transport, { onmessage });
    await transport.start();
    await vi.waitFor(() => expect(onmessage).toHaveBeenCalled());
    const started = onmessage.mock.calls[0]?.[0] as unknown as { params: { pids: number[] } } | undefined; // the server's own words
    const [server = 0, child = 0] = started?.params.pids ?? [];
    // A group is named by its leader: a signal to it would fail if the server were in ours.
    expect(process.kill(-server, 0)).toBe(true);
    expect([server, child].map(isAlive)).toEqual([true, true]);
    await transport.close();
    await expect.poll(() => [server, child].map(isAlive)).toEqual([false, false]);
  });

  it("that cannot be started is an error", async () => {
    const command = { kind: "stdio", command: "/nowhere/at-all", args: [], env: {} } as const;
    const transport = createStdioTransport(command, { maxAnswerBytes: 10_000, onStderr: () => undefined });
    await expect(transport.start()).rejects.toThrow("ENOENT");
    await transport.close();
  });
});
