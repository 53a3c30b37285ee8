const noun = /(?:[еая]ни[еяюй]м?|аци[яюий]|[её]?к(?:а|и|у|е|ой|ою)|о?к[ау]?|ком)$/;
const infinitive = /(?:[аяеиоу]ть|нуть|ти|чь)(?:ся|сь)?$/;

/**
 * What a verb and the noun of its deed have in common: «починить» and «починку», «ускорить» and «ускорение». Undefined for words that
 * are neither by their ending, or too short to tell.
 */
export function deedRoot(word: string): string | undefined {
  const plain = word.replaceAll("ё", "е");
  const base = plain.replace(infinitive.test(plain) ? infinitive : noun, "");
  // «Обновить», «обновление».
  const root = base.replace(/(?<=[бвмпф])л$/, "");
  return base === plain || root.length < 4 ? undefined : root;
}
