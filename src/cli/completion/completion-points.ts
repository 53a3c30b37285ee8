import type { IdKind } from "../../runtime/storage/known-ids.ts";
import type { Command, Option } from "../command.ts";
import { optionsOf } from "../remote/remote.ts";

/** What the shell completes at a position: nothing, paths, ids, or a list of words. */
export type CompletionKind = "anything" | "file" | "folder" | IdCompletion | readonly string[];

/** Listed here because the command tree loads at every start, and the id lookup does not. */
export const idKinds = ["runs", "drafts", "agents"] as const satisfies readonly IdKind[];

type IdCompletion = { ids: IdKind };

export function isIdCompletion(fits: CompletionKind): fits is IdCompletion {
  return typeof fits === "object" && "ids" in fits;
}

type CompletionOption = { name: string; summary: string; isFlag: boolean; completes: CompletionKind };

/** A command and what can follow it. */
export type CompletionPoint = {
  /** `runs list`; empty for the program itself. */
  path: string;
  commands: readonly { name: string; summary: string }[];
  options: readonly CompletionOption[];
  /** Completion of its arguments. */
  completes: CompletionKind;
};

/** All commands of the tree, the program itself first. */
export function completionPoints(tree: readonly Command[]): CompletionPoint[] {
  const root: CompletionPoint = { path: "", commands: tree.map(wordOf), options: [], completes: "anything" };
  return [root, ...tree.flatMap((command) => pointsUnder(command, ""))];
}

function pointsUnder(command: Command, above: string): CompletionPoint[] {
  const path = `${above} ${command.name}`.trim();
  const inner = "commands" in command ? command.commands : [];
  const options = Object.entries(optionsOf(command)).map(([name, option]) => toOption(name, option));
  const place = {
    path,
    commands: inner.map(wordOf),
    options,
    completes: command.choices ?? completionKindOf(command.args),
  };
  return [place, ...inner.flatMap((one) => pointsUnder(one, path))];
}

function wordOf({ name, summary }: Command): { name: string; summary: string } {
  return { name, summary };
}

function toOption(name: string, { type, summary, value, choices, suggestions: offers }: Option): CompletionOption {
  return { name, summary, isFlag: type === "boolean", completes: choices ?? offers ?? completionKindOf(value) };
}

const ids: Readonly<Record<string, IdKind>> = { "<run>": "runs", "<draft>": "drafts", "<agent>": "agents" };

/** Derives the completion from the placeholder of the help: `file|-`, `manifest.json`, `folder`, `<run>`. */
function completionKindOf(word = ""): CompletionKind {
  const kind = ids[word.split(" ", 1)[0] ?? ""];
  if (kind !== undefined) return { ids: kind };
  if (/\bfolder\b/.test(word)) return "folder";
  return /\b(?:file|path|kit)\b|\.(?:jsonl?|yaml)\b|<(?:before|after)>/.test(word) ? "file" : "anything";
}

/** Arguments that print the ids, one per line. */
export function idsCommand(shell: string, { ids: kind }: IdCompletion): string {
  return `completion ${shell} --ids ${kind}`;
}
