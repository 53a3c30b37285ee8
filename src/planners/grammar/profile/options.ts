import {
  betweenOptions,
  codedOption,
  givesExample,
  glossedOption,
  labelFirst,
  listsOptions,
  meansOption,
  opensOption,
} from "../../../language/english/manifest-patterns.ts";
import { plain } from "./plain.ts";
import type { Json, JsonObject } from "../../../plan/json.ts";
import { contentStems, nameStems } from "./name-words.ts";
import { enumOf, text } from "./schema.ts";

/** One value a parameter may take, with the stems that name it, or that say what it means. `strict`: the schema allows no other. */
export type Option = { value: Json; stems: string[]; meaning: string[]; strict: boolean };

/** Values of the enum, or those the description enumerates. */
export function readOptions(schema: JsonObject): Option[] {
  const description = text(schema["description"]).slice(0, 600);
  const meanings = meaningsIn(description);
  const strict = enumOf(schema).slice(0, 300);
  const numeric = /^(?:integer|number)$/.test(text(schema["type"]));
  const open = (): Json[] =>
    numeric ? [...meanings.keys()].map(Number).filter(Number.isFinite) : described(description);
  return (strict.length > 0 ? strict : open()).map((value) => ({
    value,
    stems: nameStems(plain(value)),
    meaning: meanings.get(plain(value).toLowerCase()) ?? [],
    strict: strict.length > 0,
  }));
}

/** "'1' for Bangkok, '2' for Chiang Mai", "English (EN)": what coded values mean, by the value in lower case. */
function meaningsIn(description: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const pattern of [meansOption, codedOption, glossedOption])
    for (const { groups } of description.replace(labelFirst, "").matchAll(pattern)) {
      const stems = contentStems(groups?.["meaning"] ?? "");
      const code = (groups?.["code"] ?? "").toLowerCase();
      if (stems.length > 0 && stems.length <= 5 && !found.has(code)) found.set(code, stems);
    }
  return found;
}

/** "'a', 'b' or 'c'" and "(e.g., a, b, c)" in prose. */
function described(description: string): string[] {
  const quoted = [...description.matchAll(/(?<![\p{L}\d])["'‘“]([^"'’”]{1,40})["'’”](?![\p{L}\d])/gu)].map(
    (match) => match[1] ?? "",
  );
  if (quoted.length >= 2 || (quoted.length === 1 && givesExample.test(description))) return clean(quoted);
  const listed = listsOptions.exec(description)?.[1];
  const bracket = listed ?? /\(([^()]{3,120})\)/.exec(description)?.[1];
  if (bracket === undefined) return clean(quoted);
  if (!/,|\bor\b|\//.test(bracket))
    return clean([...quoted, ...(/^\p{Lu}[\p{L}-]+(?: [\p{L}-]+){0,2}$/u.test(bracket.trim()) ? [bracket] : [])]);
  return clean(bracket.split(betweenOptions));
}

function clean(values: readonly string[]): string[] {
  const trimmed = values.map((value) =>
    value
      .trim()
      .replaceAll(/^["'`]+|["'`.]+$/g, "")
      .replace(opensOption, ""),
  );
  return [
    ...new Set(
      trimmed.filter(
        (value) =>
          value !== "" && value.split(" ").length <= 4 && !/^(?:etc|default|optional|required)\.?$/i.test(value),
      ),
    ),
  ].slice(0, 40);
}
