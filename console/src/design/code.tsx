/** Text in which `words between backticks` are code. */
export function Code({ children }: { children: string }) {
  return children.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
