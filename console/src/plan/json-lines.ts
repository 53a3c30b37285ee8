/** The line (from 0) of the value at a JSON pointer, or of its nearest existing ancestor. */
export function lineOfPointer(text: string, pointer: string): number {
  const offsets = offsetsOf(text);
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const offset = offsets.get(at);
    if (offset !== undefined) return text.slice(0, offset).split("\n").length - 1;
    if (at === "" || !at.includes("/")) return 0;
  }
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The offset of each value by its pointer. */
function offsetsOf(text: string): Map<string, number> {
  const offsets = new Map<string, number>();
  const path: (string | number)[] = [];
  let key: string | undefined;
  let expectsKey = false;
  const here = (): string =>
    path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  for (const { 0: word, index } of text.matchAll(token)) {
    const last = path.length - 1;
    if (word === "}" || word === "]") path.pop();
    else if (word === ",") {
      const at = path[last];
      if (typeof at === "number") path[last] = at + 1;
      else expectsKey = true;
    } else if (word === ":") expectsKey = false;
    else if (expectsKey && word.startsWith('"')) {
      key = unquoted(word);
      path[last] = key;
    } else {
      offsets.set(here(), index);
      if (word === "{") {
        path.push("");
        expectsKey = true;
      } else if (word === "[") {
        path.push(0);
        expectsKey = false;
      }
    }
  }
  return offsets;
}

function unquoted(word: string): string {
  try {
    return String(JSON.parse(word));
  } catch {
    return word.slice(1, -1);
  }
}
