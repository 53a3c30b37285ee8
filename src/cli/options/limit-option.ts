import { type Invocation, text, UsageError } from "../command.ts";

/** Parses `--limit`; 20 by default. */
export function limitOf(invocation: Invocation): number {
  const word = text(invocation, "limit") ?? "20";
  if (!/^\d{1,3}$/.test(word) || Number(word) < 1 || Number(word) > 200)
    throw new UsageError(`--limit must be from 1 to 200, not "${word}"`);
  return Number(word);
}
