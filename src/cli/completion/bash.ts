import { type CompletionKind, idsCommand, isIdCompletion, type CompletionPoint } from "./completion-points.ts";

/** Needs only bash, no completion package. */
export function bashScript(places: readonly CompletionPoint[]): string {
  const paths = places.flatMap(({ path }) => (path === "" ? [] : [`"${path}"`]));
  const values = places.flatMap(({ path, options }) =>
    options.flatMap(({ name, isFlag, completes: fits }) =>
      isFlag ? [] : [`    "${path} --${name}") ${completionCommand(fits)} ;;`],
    ),
  );
  const words = places.map(({ path, commands, options, completes: fits }) => {
    const known = [...commands.map(({ name }) => name), ...options.map(({ name }) => `--${name}`), "--help"];
    const own = Array.isArray(fits) ? fits : [];
    return `    "${path}") words="${[...own, ...known].join(" ")}"${more(fits)} ;;`;
  });
  return `# planwright completion bash
_planwright() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" paths="" ids="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${path:+$path }\${COMP_WORDS[i]}" in
      ${paths.join("|")}) path="\${path:+$path }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path $prev" in
${values.join("\n")}
  esac
  case "$path" in
${words.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ -z $paths || $cur == -* ]] || _planwright_paths -f
  [[ -z $ids || $cur == -* ]] || COMPREPLY+=($(compgen -W "$("\${COMP_WORDS[0]}" $ids 2>/dev/null)" -- "$cur"))
}
_planwright_paths() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY+=($(compgen "$1" -- "$cur"))
}
complete -F _planwright planwright
`;
}

function more(fits: CompletionKind): string {
  if (isIdCompletion(fits)) return ` ids="${idsCommand("bash", fits)}"`;
  return fits === "file" || fits === "folder" ? " paths=1" : "";
}

function completionCommand(fits: CompletionKind): string {
  if (fits === "anything" || isIdCompletion(fits)) return "return";
  if (fits === "file") return "_planwright_paths -f; return";
  if (fits === "folder") return "_planwright_paths -d; return";
  return `COMPREPLY=($(compgen -W "${fits.join(" ")}" -- "$cur")); return`;
}
