import { describe, expect, it } from "vitest";
import { runCli } from "../../test/support/run-cli.ts";
import { type Command, exit } from "./command.ts";
import { groups } from "./help.ts";
import { commands } from "./commands/index.ts";

describe("the command line", () => {
  it.each([[[]], [["--help"]], [["-h"]], [["help"]]])("shows the overview for %j", async (words) => {
    const { code, out } = await runCli(words);
    expect(code).toBe(exit.ok);
    expect(out).toContain("Usage: planwright <command>");
    for (const command of commands) expect(out).toContain(command.name);
  });

  it("lists every command in one group of the overview", () => {
    const named = groups.flatMap(({ names }) => names);
    expect(named.toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
  });

  it("prints its version", async () => {
    expect(await runCli(["--version"])).toMatchObject({ code: exit.ok, out: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  });

  it.each([
    [["vaildate"], 'unknown command "vaildate". Did you mean planwright validate?'],
    [["show quote Q-0192"], 'a goal needs a command: planwright plan "show quote Q-0192"'],
    [["frobnicate"], 'unknown command "frobnicate". See planwright --help.'],
    [["validate", "x.json", "--contarct", "service"], "unknown option --contarct. Did you mean --contract?"],
    [["validate"], "validate needs <file|->. Usage: planwright validate <file|->"],
    [["--verison"], "unknown option --verison. Options follow the command; see planwright --help."],
    [["help", "frobnicate"], 'unknown command "frobnicate". See planwright --help.'],
    [["runs", "show"], "show needs <run>. Usage: planwright runs show <run>"],
    [["runs", "show", "1", "2"], "too many arguments. Usage: planwright runs show <run>"],
    [["runs", "show", "1", "--frobnicate"], "unknown option --frobnicate. See planwright runs show --help."],
  ])("names the mistake and the next step for %j", async (words, message) => {
    expect(await runCli(words)).toMatchObject({ code: exit.usage, out: "", err: expect.stringContaining(message) });
  });

  it("takes the answer to a run that waits for one as the last argument", async () => {
    const words = ["runs", "decide", "0199f0", "answer"];
    const fault = "answer needs the answer as its last argument";
    expect(await runCli(words)).toMatchObject({ code: exit.usage, err: expect.stringContaining(fault) });
    expect((await runCli([...words, "Anna", "--url", "not a url"])).err).toContain("--url must be a URL");
    expect((await runCli([...words, "Anna", "Bob"])).err).toContain("too many arguments");
  });

  it.each([
    [["runs", "--json"], "unknown option --json. Options follow the command; see planwright runs --help."],
    [["run", "--json"], 'run needs --plan <file|->, for example planwright plan "…" --json | planwright run --plan -'],
    [["runs", "list", "--limit", "0", "--json"], '--limit must be a number from 1 to 200, not "0"'],
  ])("says a mistake as JSON where JSON is asked for: %j", async (words, message) => {
    const { code, out, err } = await runCli(words);
    expect([code, JSON.parse(out)]).toEqual([exit.usage, { issues: [{ code: "USAGE", pointer: "", message }] }]);
    expect(err).toContain(message);
  });

  it.each(formsOf(commands))("has help with a usage line for %s", async (form) => {
    const usage = expect.stringContaining(`Usage: planwright ${form}`);
    const words = form.split(" ");
    expect(await runCli([...words, "--help"])).toMatchObject({ code: exit.ok, out: usage });
    expect(await runCli(["help", ...words])).toMatchObject({ code: exit.ok, out: usage });
  });

  // Options of an example that were renamed would mislead everyone who copies it.
  it.each(examplesOf(commands))("shows an example that can be called: %s", async (line) => {
    const calls = line.split(" | ").flatMap((part) => /planwright (.*)/.exec(part)?.[1] ?? []);
    for (const call of calls) {
      const words = [...call.replace(/ [<>].*/, "").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)];
      const { err } = await runCli([...words.map(([, a, b, c]) => a ?? b ?? c ?? ""), "--frobnicate"]);
      expect(err).toContain("unknown option --frobnicate");
    }
  });

  it("treats everything after -- as an argument", async () => {
    expect((await runCli(["hash", "--", "--help"])).err).toContain("cannot read --help");
  });
});

function formsOf(level: readonly Command[]): string[] {
  return level.flatMap((command) => [
    command.name,
    ...("commands" in command ? formsOf(command.commands).map((form) => `${command.name} ${form}`) : []),
  ]);
}

function examplesOf(level: readonly Command[]): string[] {
  return level.flatMap((command) => [
    ...(command.examples ?? []),
    ...("commands" in command ? examplesOf(command.commands) : []),
  ]);
}
