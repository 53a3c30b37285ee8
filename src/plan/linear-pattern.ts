import { RE2JS } from "re2js";

/** What a schema's `pattern` is used for. */
export type LinearPattern = { test(text: string): boolean; toString(): string };

/**
 * A regular expression that takes time in proportion to the text, whoever wrote it. Look-around and back-references have
 * no such form: for those this throws, as for a broken pattern.
 */
export function compileLinearPattern(source: string): LinearPattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  return { test: (text) => compiled.matcher(text).find(), toString: () => source };
}
