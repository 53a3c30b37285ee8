import { type CompletionKind, idsCommand, isIdCompletion, type CompletionPoint } from "./completion-points.ts";

/** To be saved as `~/.config/fish/completions/planwright.fish`. */
export function fishScript(places: readonly CompletionPoint[]): string {
  const paths = places.flatMap(({ path }) => (path === "" ? [] : [quoted(path)]));
  return [
    "# planwright completion fish",
    `set -g __planwright_paths ${paths.join(" ")}`,
    `function __planwright_at
  set -l path
  for word in (commandline -opc)[2..-1]
    if contains -- (string join ' ' $path $word) $__planwright_paths
      set -a path $word
    end
  end
  test (string join ' ' '' $path) = (string join ' ' '' $argv)
end`,
    `function __planwright_ask
  set -l program (commandline -opc)[1]
  $program $argv 2>/dev/null
end`,
    "complete -c planwright -f",
    ...places.flatMap(linesOf),
    "",
  ].join("\n");
}

function linesOf({ path, commands, options, completes: fits }: CompletionPoint): string[] {
  const here = `complete -c planwright -n ${quoted(`__planwright_at ${path}`.trim())}`;
  return [
    ...commands.map(({ name, summary }) => `${here} -a ${quoted(name)} -d ${quoted(summary)}`),
    ...options.map(
      ({ name, summary, isFlag, completes: value }) =>
        `${here} -l ${name} -d ${quoted(summary)}${isFlag ? "" : ` -r${completionCommand(value)}`}`,
    ),
    ...(fits === "anything" ? [] : [`${here}${completionCommand(fits)}`]),
  ];
}

function completionCommand(fits: CompletionKind): string {
  if (fits === "anything") return "";
  if (fits === "file") return " -F";
  if (isIdCompletion(fits)) return ` -a '(__planwright_ask ${idsCommand("fish", fits)})'`;
  return fits === "folder" ? " -a '(__fish_complete_directories)'" : ` -a ${quoted(fits.join(" "))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
