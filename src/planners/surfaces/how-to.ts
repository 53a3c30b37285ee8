/**
 * Whether a person asks how something is done instead of asking to have it done. "How many" and "how much" ask for a
 * number, and "can you" for the action itself.
 */
export function isHowTo(goal: string): boolean {
  const start = goal
    .trim()
    .slice(0, 200)
    .toLowerCase()
    .replace(
      /^(?:(?:hi|hello|hey|please|tell me|show me|explain|привет|здравствуйте|подскажите?|скажите?|объясните?|расскажите?|пожалуйста)[\s,!.:]+)+/u,
      "",
    );
  return english.test(start) || russian.test(start);
}

const english =
  /^(?:how (?:do|does|can|could|should|would|to)\b|where (?:do|can|should) i\b|what (?:is|are) the (?:steps|process|procedure|way)\b|what steps\b)/u;
const russian =
  /^(?:как(?: же)?|каким образом|где|что нужно(?: сделать)?,? чтобы)\s+(?:(?:мне|нам|я|мы|можно|правильно|лучше|надо|нужно|могу|можем)\s+)*\p{L}{2,}(?:ть|ти|чь|ться|тись)(?![\p{L}])/u;
