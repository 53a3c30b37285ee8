/** The line (from 0) where the value that a JSON pointer names begins; the nearest thing around it that is there. */
export function lineOfPointer(text: string, pointer: string): number {
  const places = placesOf(text);
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const offset = places.get(at);
    if (offset !== undefined) return text.slice(0, offset).split("\n").length - 1;
    if (at === "" || !at.includes("/")) return 0;
  }
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Where each value of the document begins, by its pointer. */
function placesOf(text: string): Map<string, number> {
  const places = new Map<string, number>();
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
      places.set(here(), index);
      if (word === "{") {
        path.push("");
        expectsKey = true;
      } else if (word === "[") {
        path.push(0);
        expectsKey = false;
      }
    }
  }
  return places;
}

function unquoted(word: string): string {
  try {
    return String(JSON.parse(word));
  } catch {
    return word.slice(1, -1);
  }
}
