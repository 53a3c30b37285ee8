const codes = { red: 31, green: 32, yellow: 33, dim: 2 } as const;
type Colour = keyof typeof codes;

const statuses: Readonly<Record<string, Colour>> = {
  ok: "green",
  APPLIED: "green",
  SUCCEEDED: "green",
  "completed COMPLETED": "green",
  failed: "red",
  "failed FAILED": "red",
  FAILED: "red",
  EXPIRED: "red",
  problem: "red",
  skipped: "yellow",
  warning: "yellow",
  DRAFT: "yellow",
  PENDING: "yellow",
};

/** A status is in a column of its own: at the beginning of a line or after two spaces. */
const status = new RegExp(
  `(^ *|  )(${Object.keys(statuses).toSorted().toReversed().join("|")}|waiting: \\w+)(?=  |$)`,
  "gm",
);

/** Colours statuses, issue codes and the name before an error message. JSON is left alone. */
export function highlight(text: string): string {
  if (/^\s*[{[]/.test(text)) return text;
  return text
    .replaceAll(status, (_whole, space: string, word: string) => space + paint(statuses[word] ?? "yellow", word))
    .replaceAll(/ \[[A-Z][A-Z_]+\]$/gm, (code) => paint("dim", code))
    .replaceAll(/^planwright: /gm, (name) => paint("red", name));
}

/** Colour is for terminals; https://no-color.org switches it off. */
export function wantsColour(isTTY: boolean | undefined, env: Readonly<Record<string, string | undefined>>): boolean {
  return isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}

function paint(colour: Colour, text: string): string {
  return `\u001b[${codes[colour]}m${text}\u001b[0m`;
}
