const irregular: Readonly<Record<string, string>> = {
  begin: "begun",
  break: "broken",
  bring: "brought",
  build: "built",
  buy: "bought",
  choose: "chosen",
  cut: "cut",
  do: "done",
  draw: "drawn",
  find: "found",
  freeze: "frozen",
  get: "got",
  give: "given",
  hide: "hidden",
  hold: "held",
  keep: "kept",
  leave: "left",
  let: "let",
  make: "made",
  meet: "met",
  pay: "paid",
  put: "put",
  read: "read",
  rebuild: "rebuilt",
  resend: "resent",
  reset: "reset",
  rewrite: "rewritten",
  run: "run",
  sell: "sold",
  send: "sent",
  set: "set",
  shut: "shut",
  spend: "spent",
  split: "split",
  take: "taken",
  tell: "told",
  undo: "undone",
  withdraw: "withdrawn",
  write: "written",
};

/** Longer verbs that are stressed on their end. */
const doubled = /(?:mit|fer|cur|quip|quit)$/;

/** "create" to "created", "send" to "sent". Takes any verb; of one it does not know, the regular form. */
export function pastParticiple(verb: string): string {
  const lower = verb.toLowerCase();
  const known = Object.hasOwn(irregular, lower) ? irregular[lower] : undefined;
  if (known !== undefined) return known;
  if (lower.endsWith("e")) return `${lower}d`;
  if (/[^aeiou]y$/.test(lower)) return `${lower.slice(0, -1)}ied`;
  if (/^[^aeiou]*[aeiou][^aeiouwxy]$/.test(lower) || doubled.test(lower)) return `${lower}${lower.at(-1) ?? ""}ed`;
  return `${lower}ed`;
}
