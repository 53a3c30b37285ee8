import type { Command, Option } from "./command.ts";
import { optionsOf } from "./remote.ts";

/** The help of the command at the end of the path, or of the whole program for an empty path. */
export function help(tree: readonly Command[], path: readonly Command[]): string {
  const command = path.at(-1);
  const name = ["planwright", ...path.map((step) => step.name)].join(" ");
  if (command === undefined) return overview(name, "A goal in words becomes a plan you can trust.", tree);
  if ("commands" in command) return overview(name, command.summary, command.commands);
  const options = Object.entries(optionsOf(command));
  return [
    `${command.summary}\n`,
    `Usage: ${[name, command.args, options.length > 0 ? "[options]" : ""].filter(Boolean).join(" ")}\n`,
    ...section("Options", options.map(optionRow)),
    ...section(
      "Examples",
      (command.examples ?? []).map((line): Row => [line, ""]),
    ),
  ].join("\n");
}

type Row = readonly [string, string];

function overview(name: string, summary: string, commands: readonly Command[]): string {
  const rows = commands.map((command): Row => [`${command.name} ${command.args ?? ""}`.trim(), command.summary]);
  return [
    `${summary}\n`,
    `Usage: ${name} <command> [options]\n`,
    ...section("Commands", rows),
    `Run ${name} <command> --help for its options and examples.\n`,
  ].join("\n");
}

function optionRow([name, option]: [string, Option]): Row {
  const short = option.short === undefined ? "" : `-${option.short}, `;
  return [`${short}--${name}${option.type === "string" ? ` <${option.value ?? "text"}>` : ""}`, option.summary];
}

function section(title: string, rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.min(44, Math.max(...rows.map(([left]) => left.length)));
  return [`${title}:`, ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()), ""];
}
