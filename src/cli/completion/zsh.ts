import { type CompletionKind, idsCommand, isIdCompletion, type CompletionPoint } from "./completion-points.ts";

/** To be saved as `_planwright` in a folder of `$fpath`. */
export function zshScript(places: readonly CompletionPoint[]): string {
  const paths = places.flatMap(({ path }) => (path === "" ? [] : [quoted(path)]));
  const values = places.flatMap(({ path, options }) =>
    options.flatMap(({ name, isFlag, completes: fits }) =>
      isFlag ? [] : [`    (${quoted(`${path} --${name}`)}) ${completionCommand(fits)}; return ;;`],
    ),
  );
  const words = places.map(({ path, commands, options, completes: fits }) => {
    const known = [
      ...commands.map(({ name, summary }) => described(name, summary)),
      ...options.map(({ name, summary }) => described(`--${name}`, summary)),
    ];
    return `    (${quoted(path)}) list=(${known.join(" ")}); ${completionCommand(fits)} ;;`;
  });
  return `#compdef planwright
_planwright() {
  local path_so_far="" i
  local -a list
  for ((i = 2; i < CURRENT; i++)); do
    case "\${path_so_far:+$path_so_far }\${words[i]}" in
      (${paths.join("|")}) path_so_far="\${path_so_far:+$path_so_far }\${words[i]}" ;;
    esac
  done
  case "$path_so_far \${words[CURRENT-1]}" in
${values.join("\n")}
  esac
  case "$path_so_far" in
${words.join("\n")}
  esac
  _describe planwright list
}
_planwright "$@"
`;
}

function completionCommand(fits: CompletionKind): string {
  if (fits === "anything") return ":";
  if (fits === "file") return "_files";
  if (isIdCompletion(fits)) return `compadd -- \${(f)"$("\${words[1]}" ${idsCommand("zsh", fits)} 2>/dev/null)"}`;
  return fits === "folder" ? "_files -/" : `compadd -- ${fits.join(" ")}`;
}

/** `name:description`; colons in the name are escaped. */
function described(name: string, summary: string): string {
  return quoted(`${name.replaceAll(":", "\\:")}:${summary}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
