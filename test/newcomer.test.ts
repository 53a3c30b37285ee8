import { describe, expect, it } from "vitest";
import { docCommands, holds, isService, skipReason } from "../scripts/stranger/doc-commands.ts";

// scripts/newcomer must find all commands of a page.
describe("the commands of a page", () => {
  it("are the lines of its sh blocks with their line numbers", () => {
    const page = "# A\n\n```sh\nnpm ci   # once\n\n# a remark\nnpm start\n```\n\n```ts\nnot();\n```\n";
    expect(docCommands("a.md", page)).toEqual([
      { page: "a.md", line: 4, command: "npm ci   # once" },
      { page: "a.md", line: 7, command: "npm start" },
    ]);
  });

  it("continue after a backslash and to the end of a here-document", () => {
    const page = "```sh\nplan \\\n  --json\ncat > a <<'END'\n# kept\n\nEND\nls\n```\n";
    expect(docCommands("a.md", page).map(({ command }) => command)).toEqual([
      "plan \\\n  --json",
      "cat > a <<'END'\n# kept\n\nEND",
      "ls",
    ]);
  });

  it("print what the next untagged block shows", () => {
    const page = "```sh\none\ntwo\n```\n\n```\n2\n```\n\nwords\n\n```sh\nthree\n```\n\nwords\n\n```\n3\n```\n";
    expect(docCommands("a.md", page).map(({ prints }) => prints)).toEqual([undefined, "2\n", undefined]);
  });

  it.each([
    ["npm ci && npm start     # the service", true],
    ["planwright dev --port 4500", true],
    ["npm run -s planwright -- start", true],
    ["npm ci && npm test", false],
    ["planwright plan 'npm start'", false],
  ])("%s serves until it is stopped: %s", (command, serves) => {
    expect(isService(command)).toBe(serves);
  });

  it.each([
    ["createdb planwright", "needs a Postgres server"],
    ["planwright restore --check /var/backups/planwright.jsonl.gz", "writes outside the folder"],
    ["planwright doctor", undefined],
  ])("%s of a guide is skipped only with a reason: %s", (command, reason) => {
    expect(skipReason(command)).toBe(reason);
  });

  it.each([
    ["listening on http://127.0.0.1:4400\nready", "listening on …\nready", true],
    ["  steps:   2\n", "steps: 2", true],
    ["steps: 3", "steps: 2", false],
    ["a (b) c", "(b)", true],
    ["ready\nlistening", "listening\n…\nready", false],
  ])("%j holds %j: %s", (printed, shown, is) => {
    expect(holds(printed, shown)).toBe(is);
  });
});
