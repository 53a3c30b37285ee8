import { type Command, type Option, exit } from "../src/cli/command.ts";
import { groups } from "../src/cli/help.ts";
import { commands } from "../src/cli/commands/index.ts";
import { optionsOf } from "../src/cli/remote/remote.ts";
import type { Generated } from "./generated.ts";
import { keysOf } from "../src/plan/keys.ts";

/** `docs/cli.md`: every command with its arguments, options and examples. */
export function cliReference(): Generated[] {
  return [{ path: "docs/cli.md", text: `${[intro, ...groups.flatMap(groupText)].join("\n\n")}\n` }];
}

const endings: Readonly<Record<keyof typeof exit, string>> = {
  ok: "success",
  failed: "failure, or a negative answer",
  usage: "invalid command line; the message suggests a correction",
  contract: "invalid document; every violation is named with its position",
  replayMismatch: "a replay differs from the record",
  budget: "a limit on money, tokens or runs is reached",
  approval: "a person must decide first",
  dependency: "the database, the folder, a server or a tool cannot be used; see `planwright doctor`",
};

const intro = `# The command line

Generated from the table of commands by \`npm run generate\`. \`planwright --help\` shows the overview, and \`planwright <command> --help\` the text of this page.

Data goes to standard output, everything else to standard error; \`-\` means standard input. With \`--json\` the output is one JSON
document; problems are \`{"issues": […]}\`. With \`--url\` a command asks a running server instead of working in
the folder. Work of more than a second shows a progress line: updated on a terminal, printed once elsewhere.

| exit code | meaning |
|---|---|
${keysOf(endings)
  .map((name) => `| ${exit[name]} | ${endings[name]} |`)
  .join("\n")}

Completion for bash, zsh and fish: see \`planwright completion\` below.`;

function groupText({ title, names }: (typeof groups)[number]): string[] {
  const found = names.flatMap((name) => commands.filter((command) => command.name === name));
  return [`## ${title}`, ...found.flatMap((command) => commandText(command, []))];
}

function commandText(command: Command, above: readonly string[]): string[] {
  const path = [...above, command.name];
  const form = ["planwright", ...path].join(" ");
  if ("commands" in command)
    return [`### ${form}`, command.summary, ...command.commands.flatMap((one) => commandText(one, path))];
  const options = Object.entries(optionsOf(command)).map(optionRow);
  return [
    `${above.length === 0 ? "###" : "####"} ${form}${command.args === undefined ? "" : ` ${escaped(command.args)}`}`,
    command.summary,
    ...(options.length === 0 ? [] : [["| option | what it does |", "|---|---|", ...options].join("\n")]),
    ...(command.examples === undefined ? [] : [["```sh", ...command.examples, "```"].join("\n")]),
  ];
}

function optionRow([name, { type, value, short, summary }]: [string, Option]): string {
  const form = `${short === undefined ? "" : `-${short}, `}--${name}${type === "string" ? ` <${value ?? "text"}>` : ""}`;
  return `| \`${form.replaceAll("|", "\\|")}\` | ${summary.replaceAll("|", "\\|")} |`;
}

/** Angle brackets outside of code would be taken for HTML. */
function escaped(args: string): string {
  return `\`${args}\``;
}
