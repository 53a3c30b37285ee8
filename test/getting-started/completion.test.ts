import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { completionScript, shells } from "../../src/cli/completion/completion-script.ts";
import { commands } from "../../src/cli/commands/index.ts";
import { draftKind } from "../../src/drafts/draft-records.ts";
import { openBackend } from "../../src/runtime/storage/backend.ts";
import { programsAbsent } from "../support/program.ts";
import { runCli, type CliOutput } from "../support/run-cli.ts";

const noBash = programsAbsent("bash");
const noFish = programsAbsent("fish");
const noZsh = programsAbsent("zsh");

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "planwright-completion-"));
  for (const shell of shells) writeFileSync(join(place, nameOf(shell)), completionScript(shell, commands));
  writeFileSync(join(place, "my plan.json"), "{}");
  mkdirSync(join(place, "my data"));
  // Stub of the program for id completion.
  writeFileSync(join(place, "planwright"), `#!/bin/sh\necho "$1-$2-$4-1"; echo "$1-$2-$4-2"; echo no word >&2\n`, {
    mode: 0o755,
  });
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Typed lines and some of the expected completions. */
const typed: readonly (readonly [string, readonly string[]])[] = [
  ["planwright ", ["plan", "runs", "completion", "init"]],
  ["planwright pl", ["plan", "planners"]],
  ["planwright runs ", ["list", "show", "cancel"]],
  ["planwright runs li", ["list"]],
  ["planwright runs list --li", ["--limit"]],
  ["planwright init --template ", ["shop", "crm", "agents", "clinic", "empty"]],
  ["planwright init --template c", ["crm", "clinic"]],
  ["planwright validate --contract ser", ["service"]],
  ["planwright completion ", ["bash", "zsh", "fish"]],
  ["planwright keys create --scope pl", ["plan"]],
  ["planwright plan --planner cas", ["cascade"]],
];
const asked = (shell: string): readonly (readonly [string, readonly string[]])[] => [
  ["./planwright runs show ", [1, 2].map((at) => `completion-${shell}-runs-${at}`)],
  ["./planwright drafts apply completion", [1, 2].map((at) => `completion-${shell}-drafts-${at}`)],
  ["./planwright why ", [1, 2].map((at) => `completion-${shell}-agents-${at}`)],
];
const paths: readonly (readonly [string, readonly string[]])[] = [
  ["planwright hash my", ["my plan.json"]],
  ["planwright run --plan my", ["my plan.json"]],
  ["planwright dev --data my", ["my data"]],
];

// The scripts are generated from the command table; these tests run them in real shells.
describe.skipIf(noBash !== undefined)(`completion in bash ${noBash ?? ""}`, () => {
  it.each([...typed, ...paths, ...asked("bash")])("completes %j", (line, words) => {
    expect(offeredByBash(line)).toEqual(expect.arrayContaining([...words]));
  });

  it("completes only folders for folder options, and nothing for free text", () => {
    expect(offeredByBash("planwright dev --data my")).toEqual(["my data"]);
    expect(offeredByBash("planwright runs list --limit ")).toEqual([]);
  });
});

describe.skipIf(noFish !== undefined)(`completion in fish ${noFish ?? ""}`, () => {
  it.each([...typed, ...asked("fish")])("completes %j", (line, words) => {
    const question = `source planwright.fish; complete -C ${JSON.stringify(line)}`;
    const { stdout } = spawnSync("fish", ["--no-config", "-c", question], {
      cwd: place,
      encoding: "utf8",
      env: homeOf(),
    });
    expect(stdout.split("\n").map((row) => row.split("\t")[0])).toEqual(expect.arrayContaining([...words]));
  });
});

describe.skipIf(noZsh !== undefined)(`completion in zsh ${noZsh ?? ""}`, () => {
  it("is a valid zsh script that can be autoloaded", () => {
    expect(spawnSync("zsh", ["-n", "_planwright"], { cwd: place, encoding: "utf8" })).toMatchObject({
      status: 0,
      stderr: "",
    });
    const load =
      "fpath=($PWD $fpath); autoload -U compinit; compinit -u -d ./dump; whence -w _planwright; print $_comps[planwright]";
    const { stdout } = spawnSync("zsh", ["-f", "-c", load], { cwd: place, encoding: "utf8", env: homeOf() });
    expect(stdout).toBe("_planwright: function\n_planwright\n");
  });
});

describe("completed ids", () => {
  const ask = (kind: string, env: Record<string, string>): Promise<CliOutput> =>
    runCli(["completion", "bash", "--ids", kind], { env });

  it("come from the workspace; completing creates no folder", async () => {
    const data = join(place, "none");
    expect(await ask("agents", { PLANWRIGHT_DATA: data })).toMatchObject({ out: expect.stringContaining("agent.") });
    expect(await ask("runs", { PLANWRIGHT_DATA: data })).toMatchObject({ code: 0, out: "", err: "" });
    expect(existsSync(data)).toBe(false);
  });

  it("are sorted newest first", async () => {
    const folder = join(place, "some");
    const backend = openBackend({ folder });
    const ids = ["01a", "01b"];
    await backend.store.write((tx) => {
      for (const id of ids) tx.putRecord({ tenant: "local", kind: draftKind, id, body: {} }, 0);
    });
    await backend.close();
    expect((await ask("drafts", { PLANWRIGHT_DATA: folder })).out).toBe("01b\n01a\n");
  });

  it.each(["runs", "drafts", "agents"])("are empty, without an error, if %s cannot be read", async (kind) => {
    const { code, err } = await ask(kind, { DATABASE_URL: "postgres://127.0.0.1:1/none" });
    expect([code, err]).toEqual([0, ""]);
  });
});

function offeredByBash(line: string): string[] {
  const words = line.split(" ");
  const script = `source planwright.bash
    COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${words.length - 1}
    _planwright; for one in "\${COMPREPLY[@]}"; do printf '%s\\n' "$one"; done`;
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script], { cwd: place, encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((word) => word !== "");
}

function homeOf(): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: place, LANG: "C.UTF-8" };
}

function nameOf(shell: (typeof shells)[number]): string {
  return shell === "zsh" ? "_planwright" : `planwright.${shell}`;
}
