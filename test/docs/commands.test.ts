import { describe, expect, it } from "vitest";
import { docCommands } from "../../scripts/stranger/doc-commands.ts";
import { commandFaults } from "./support/check-command.ts";
import { pages, proseOf, readPage } from "./support/markdown.ts";
import { wordsOf } from "./support/shell-words.ts";

// Commands in pages must be valid: options, scripts, routes and bodies are checked against the real tables.
// scripts/newcomer runs those of the first pages and of the guides.
describe("commands of pages", () => {
  const fenced = pages().flatMap((page) => docCommands(page, readPage(page)));

  it("exist", () => {
    expect(fenced.length).toBeGreaterThan(60);
  });

  it.each(pages())("%s has only valid commands in blocks", async (page) => {
    const faults = await Promise.all(
      docCommands(page, readPage(page)).map(async ({ line, command }) =>
        (await commandFaults(command)).map((fault) => `${page}:${line} ${fault}`),
      ),
    );
    expect(faults.flat()).toEqual([]);
  });

  it.each(pages())("%s has only valid commands in sentences", async (page) => {
    const faults = await Promise.all(
      inlineCommands(page).map(async ({ line, command }) =>
        (await commandFaults(command)).filter(isNoName).map((fault) => `${page}:${line} ${fault}`),
      ),
    );
    expect(faults.flat()).toEqual([]);
  });

  it.each([
    ["planwright plna x", 'unknown command "plna"'],
    ["planwright plan x --contrat actions", "unknown option --contrat"],
    ["npm run no-such", "package.json has no script no-such"],
    ["curl localhost:4400/no-such", "no route is GET /no-such"],
    [`curl localhost:4400/chat -d '{"conversation":1}'`, "/chat conversation"],
    ["frobnicate --all", "nobody knows the program frobnicate"],
  ])("%s is found out", async (command, fault) => {
    expect((await commandFaults(command)).join("\n")).toContain(fault);
  });
});

describe("a shell line", () => {
  it.each([
    [
      "npm ci && npm start   # both",
      [
        ["npm", "ci"],
        ["npm", "start"],
      ],
    ],
    [
      `planwright plan "a b" --json | planwright run --plan -`,
      [
        ["planwright", "plan", "a b", "--json"],
        ["planwright", "run", "--plan", "-"],
      ],
    ],
    ["PORT=5000 planwright dev > log.txt 2>&1 &", [["planwright", "dev"]]],
    [`curl x -d '{"a": "b & c"}'`, [["curl", "x", "-d", '{"a": "b & c"}']]],
    [
      "set -- $(planwright runs list)",
      [
        ["set", "--", "$(planwright runs list)"],
        ["planwright", "runs", "list"],
      ],
    ],
    ["a \\\n  b", [["a", "b"]]],
  ])("%s is read word by word", (line, words) => {
    expect(wordsOf(line)).toEqual(words);
  });
});

/** A sentence may name a command without its arguments. */
function isNoName(fault: string): boolean {
  return !/ needs |argument missing$/.test(fault);
}

/** Inline code that is a complete command without placeholders. */
function inlineCommands(page: string): { line: number; command: string }[] {
  return proseOf(page)
    .split("\n")
    .flatMap((row, at) =>
      [...row.matchAll(/`((?:npx )?planwright |npm run |npm start|curl )([^`]*)`/g)].map(([, head = "", rest = ""]) => {
        return { line: at + 1, command: head + rest };
      }),
    )
    .filter(({ command }) => !/[<…|]/.test(command));
}
