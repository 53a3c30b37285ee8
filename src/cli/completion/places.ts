import type { IdKind } from "../../runtime/known-ids.ts";
import type { Command, Option } from "../command.ts";
import { optionsOf } from "../remote.ts";

/** What may stand at one place of a command line: nothing a shell knows of, a path, an id of ours, or one of these words. */
export type Fits = "anything" | "file" | "folder" | OwnIds | readonly string[];

/** Written out here: the list of commands is read at every start, and what looks ids up is not. */
export const idKinds = ["runs", "drafts", "agents"] as const satisfies readonly IdKind[];

export type OwnIds = { ids: IdKind };

export function isOwnIds(fits: Fits): fits is OwnIds {
  return typeof fits === "object" && "ids" in fits;
}

export type PlaceOption = { name: string; summary: string; isFlag: boolean; fits: Fits };

/** A command as a shell sees it: the words that lead to it, and what may follow. */
export type Place = {
  /** `runs list`; empty for the program itself. */
  path: string;
  commands: readonly { name: string; summary: string }[];
  options: readonly PlaceOption[];
  /** What its arguments are. */
  fits: Fits;
};

/** Every place of the tree, the program itself first. */
export function placesOf(tree: readonly Command[]): Place[] {
  const root: Place = { path: "", commands: tree.map(wordOf), options: [], fits: "anything" };
  return [root, ...tree.flatMap((command) => placesUnder(command, ""))];
}

function placesUnder(command: Command, above: string): Place[] {
  const path = `${above} ${command.name}`.trim();
  const inner = "commands" in command ? command.commands : [];
  const options = Object.entries(optionsOf(command)).map(([name, option]) => toOption(name, option));
  const place = { path, commands: inner.map(wordOf), options, fits: command.choices ?? fitsOf(command.args) };
  return [place, ...inner.flatMap((one) => placesUnder(one, path))];
}

function wordOf({ name, summary }: Command): { name: string; summary: string } {
  return { name, summary };
}

function toOption(name: string, { type, summary, value, choices, offers }: Option): PlaceOption {
  return { name, summary, isFlag: type === "boolean", fits: choices ?? offers ?? fitsOf(value) };
}

const ids: Readonly<Record<string, IdKind>> = { "<run>": "runs", "<draft>": "drafts", "<agent>": "agents" };

/** The help's own word for a value says what it is: `file|-`, `manifest.json`, `folder`, `<run>`. */
function fitsOf(word = ""): Fits {
  const kind = ids[word.split(" ", 1)[0] ?? ""];
  if (kind !== undefined) return { ids: kind };
  if (/\bfolder\b/.test(word)) return "folder";
  return /\b(?:file|path|kit)\b|\.(?:jsonl?|yaml)\b|<(?:before|after)>/.test(word) ? "file" : "anything";
}

/** The command line that prints those ids, one a line; the shell puts its own word for the program before it. */
export function idsCommand(shell: string, { ids: kind }: OwnIds): string {
  return `completion ${shell} --ids ${kind}`;
}
