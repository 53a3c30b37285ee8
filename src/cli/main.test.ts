import { describe, expect, it } from "vitest";
import { exit, type Io } from "./command.ts";
import { commands } from "./commands/index.ts";
import { main } from "./main.ts";

const quietIo = (): { io: Io; out: string[]; err: string[] } => {
  const out: string[] = [];
  const err: string[] = [];
  const io: Io = {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    read: () => Promise.reject(new Error("nothing to read")),
    write: () => Promise.reject(new Error("nothing to write")),
    env: {},
    signal: new AbortController().signal,
  };
  return { io, out, err };
};

describe("the command line", () => {
  it.each([[[]], [["--help"]], [["-h"]]])("shows the overview for %j", async (words) => {
    const { io, out } = quietIo();
    expect(await main(words, io)).toBe(exit.ok);
    expect(out.join("")).toContain("Usage: planwright <command>");
    for (const command of commands) expect(out.join("")).toContain(command.name);
  });

  it.each([
    [["vaildate"], 'unknown command "vaildate". Did you mean planwright validate?'],
    [["frobnicate"], 'unknown command "frobnicate". See planwright --help.'],
    [["validate", "x.json", "--contarct", "service"], "unknown option --contarct. Did you mean --contract?"],
    [["validate"], "validate needs <file|->. Usage: planwright validate <file|->"],
  ])("names the mistake and the next step for %j", async (words, message) => {
    const { io, out, err } = quietIo();
    expect(await main(words, io)).toBe(exit.usage);
    expect(err.join("")).toContain(message);
    expect(out).toEqual([]);
  });

  it("has help with a usage line for every command", async () => {
    for (const command of commands) {
      const { io, out } = quietIo();
      expect(await main([command.name, "--help"], io)).toBe(exit.ok);
      expect(out.join("")).toContain(`Usage: planwright ${command.name}`);
    }
  });
});
