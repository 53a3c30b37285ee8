import { re2js } from "./packages.ts";

/** The part of RegExp that a schema's `pattern` needs. */
type LinearPattern = { test(text: string): boolean; toString(): string };

/**
 * A regular expression that runs in linear time, whoever wrote it. Throws for look-around and back-references, which have
 * no linear form, as for a malformed pattern.
 */
export function compileLinearPattern(source: string): LinearPattern {
  const { RE2JS } = re2js();
  const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  return { test: (text) => compiled.matcher(text).find(), toString: () => source };
}
