const noun = /(?:[её]?н[ия][ейяюием]{0,3}|ация|ации|ацию|ацией|ок|к(?:а|и|у|е|ой|ою|ок)|[кч]ок|ка[мх]?)$/;
const infinitive = /(?:[аяеиоу]ть|нуть|ти|чь)(?:ся|сь)?$/;

/**
 * What a verb and the noun of its deed have in common: «починить» and «починку», «ускорить» and «ускорение». Undefined for words that
 * are neither by their ending, or too short to tell.
 */
export function deedRoot(word: string): string | undefined {
  const plain = word.replaceAll("ё", "е");
  const isVerb = infinitive.test(plain);
  const base = plain.replace(isVerb ? infinitive : noun, "");
  if (base === plain) return undefined;
  // «Обновить», «обновление»; «согласовать», «согласование».
  const root = base.replace(/(?<=[бвмпф])л$/, "").replace(/[ао]в$/, "");
  return root.length >= 4 ? root : undefined;
}
