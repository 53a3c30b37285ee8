/** Splits a shell line at `&&`, `||`, `|`, `;` and `&` into simple commands of words. */
export function wordsOf(command: string): string[][] {
  const simple: string[][] = [[]];
  for (const token of tokensOf(command.replaceAll(/\\\n\s*/g, " ").replaceAll(/<<-?\s*'?(\w+)'?[^]*$/g, ""))) {
    if (token.kind === "end") simple.push([]);
    else simple.at(-1)?.push(token.text);
  }
  return simple.map(withoutSettings).filter((words) => words.length > 0);
}

type Token = { kind: "word"; text: string } | { kind: "end" };

// A word consists of quoted and plain pieces without spaces between them; a comment starts where a word would.
const token =
  /\s*(?:(?<end>&&|\|\||[|;&\n])|(?<comment>#[^\n]*)|(?<redirect>\d?>>?&?\d?\s*(?:"[^"]*"|'[^']*'|[^\s;|&]+)?|<\s*\S+)|(?<word>(?:"(?:\\.|[^"\\])*"|'[^']*'|\$\([^)]*\)|\\.|[^\s;|&'"\\])+))/gy;

function* tokensOf(line: string): Generator<Token> {
  // $( … ) is a separate command.
  const inner: string[] = [];
  for (const { groups = {} } of line.matchAll(token)) {
    const { end, word } = groups;
    if (end !== undefined) yield { kind: "end" };
    if (word !== undefined) {
      yield { kind: "word", text: unquoted(word) };
      inner.push(...[...word.matchAll(/\$\(([^)]*)\)/g)].map((match) => match[1] ?? ""));
    }
  }
  for (const command of inner) {
    yield { kind: "end" };
    yield* tokensOf(command);
  }
}

function unquoted(word: string): string {
  return word.replaceAll(/"(?:\\.|[^"\\])*"|'[^']*'|\\./gs, (part) => {
    if (part.startsWith("'")) return part.slice(1, -1);
    return part.startsWith("\\") ? part.slice(1) : part.slice(1, -1).replaceAll(/\\(["\\$`])/g, "$1");
  });
}

/** `NAME=value` before a command sets its environment. */
function withoutSettings(words: string[]): string[] {
  const first = words.findIndex((word) => !/^\w+=/.test(word));
  return first === -1 ? [] : words.slice(first);
}
