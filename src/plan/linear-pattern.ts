import { memoize } from "./bounded-cache.ts";
import { re2js } from "./packages.ts";

/** A regular expression from outside. `size` is the number of its instructions: a test takes size times length at most. */
export type LinearPattern = { test(text: string): boolean; toString(): string; size: number };

/**
 * A regular expression that runs in linear time, whoever wrote it. Throws for look-around and back-references, which have
 * no linear form, as for a malformed pattern.
 */
export function compileLinearPattern(source: string): LinearPattern {
  const { RE2JS } = re2js();
  const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  return {
    test: (text) => compiled.matcher(text).find(),
    toString: () => source,
    size: compiled.programSize(),
  };
}

/** A longer pattern, or one that repeats more often, takes milliseconds to compile. */
const maxChars = 200;
const maxRepeats = 300;

/** A short pattern of a tool's schema, for a guess; null if it tells nothing: it is long, or has no linear form. */
export const shortPattern = memoize(512, (source: string): LinearPattern | null => {
  const repeats = [...source.matchAll(/\{(\d*),?(\d*)\}/g)].map(([, least, most]) => Number(most || least));
  if (source.length > maxChars || repeats.reduce((sum, count) => sum + count, 0) > maxRepeats) return null;
  try {
    return compileLinearPattern(source);
  } catch {
    return null;
  }
});
