import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const bin = resolve(import.meta.dirname, "../src/cli/bin.ts");
const shell = (line: string) => spawnSync("sh", ["-c", line], { encoding: "utf8", env: { ...process.env, NODE, bin } });
const NODE = process.execPath;

// Needs a real process: broken streams, signals, bytes of standard input.
describe("the planwright process", () => {
  it("exits silently when its reader closes the pipe", () => {
    const { status, stderr } = shell(`{ "$NODE" "$bin" plan --help; echo "code $?" >&2; } | true`);
    expect([status, stderr]).toEqual([0, "code 0\n"]);
  });

  it.skipIf(!existsSync("/dev/full"))("prints one line for a full disk, and fails", () => {
    const { status, stderr } = shell(`echo '{}' | "$NODE" "$bin" canonical - > /dev/full`);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^planwright: cannot write output: ENOSPC[^\n]*\n$/);
  });

  it("reads standard input as bytes", () => {
    const { status, stdout } = shell(`printf '{"a":"\\303\\251"}' | "$NODE" "$bin" canonical -`);
    expect([status, stdout]).toEqual([0, '{"a":"é"}']);
    expect(shell(`printf '{"a":"\\351"}' | "$NODE" "$bin" canonical -`)).toMatchObject({ status: 3, stdout: "" });
  });

  it("works in the folder in which `npm run planwright` was started", () => {
    const typedIn = mkdtempSync(join(tmpdir(), "planwright-typed-in-"));
    writeFileSync(join(typedIn, "here.json"), "[]");
    const asScript = (name: string) =>
      shell(`export INIT_CWD="${typedIn}" npm_lifecycle_event=${name}; "$NODE" "$bin" canonical here.json`);
    try {
      expect(asScript("planwright")).toMatchObject({ status: 0, stdout: "[]" });
      expect(asScript("test")).toMatchObject({ status: 2 });
    } finally {
      rmSync(typedIn, { recursive: true });
    }
  });

  it("does not read standard input twice", () => {
    const { status, stderr } = shell(`echo '[]' | "$NODE" "$bin" validate - --tools -`);
    expect([status, stderr]).toEqual([2, "planwright: cannot read -: standard input can be read once\n"]);
  });

  it("stops at the first Ctrl-C, also while it reads input", async () => {
    const child = spawn(process.execPath, [bin, "hash", "-"], { stdio: ["pipe", "pipe", "pipe"] });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = new Promise<number | null>((done) => child.on("exit", done));
    // The pipe accepts more than its capacity only when the command reads.
    await new Promise<void>((done, fail) =>
      child.stdin.write(" ".repeat(4_000_000), (error) => (error ? fail(error) : done())),
    );
    child.kill("SIGINT");
    expect(await ended).toBe(1);
    expect(stderr).toBe("planwright: stopped\n");
  });

  it("exits at the second Ctrl-C, even if a call hangs", async () => {
    const folder = mkdtempSync(join(tmpdir(), "planwright-process-"));
    try {
      const up = join(folder, "up");
      const mute = `require("fs").writeFileSync(${JSON.stringify(up)}, ""); process.stdin.resume()`;
      const config = { tools: { mcp: { mute: { command: [NODE, "-e", mute] } } } };
      writeFileSync(join(folder, "planwright.yaml"), JSON.stringify(config));
      const child = spawn(NODE, [bin, "tools", "list"], { cwd: folder, stdio: "ignore" });
      const ended = new Promise<number | null>((done) => child.on("exit", done));
      // Repeatedly, because signals within half a second count as one.
      const press = setInterval(() => existsSync(up) && child.kill("SIGINT"), 100);
      expect(await ended).toBe(130);
      clearInterval(press);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
