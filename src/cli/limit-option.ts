import { type Invocation, text, UsageError } from "./command.ts";

/** `--limit`, 20 where it is not given. */
export function limitOf(invocation: Invocation): number {
  const word = text(invocation, "limit") ?? "20";
  if (!/^\d{1,3}$/.test(word) || Number(word) < 1 || Number(word) > 200)
    throw new UsageError(`--limit is 1 to 200, not "${word}"`);
  return Number(word);
}
