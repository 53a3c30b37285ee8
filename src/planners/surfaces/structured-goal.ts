const opening =
  /^(?:please\s+|пожалуйста,?\s+)?(?:[\p{L}]+\s+){0,3}?(?:(?:an?|the|my|one|your)\s+)?(?:[\p{L}\p{N}]+[\s-]+(?:steps?|шагов\p{L}*)\s+)?(?:plan|план\p{L}*)(?![\p{L}\p{N}_])\s*/iu;
const countPhrase =
  /^(?:(?:in|of|with|into|from|из|в|на|за|по)\s+)?(?:exactly\s+|just\s+|ровно\s+)?[\p{L}\p{N}-]+(?:\s+[\p{L}]+)?\s+(?:steps?|шаг\p{L}*)(?![\p{L}\p{N}])\s*/iu;
const link = /^(?:[:,.-]\s*|(?:to|for|that|which|on|about|where|how to|чтобы|для того,? чтобы|для|по|о|об)\s+)+/iu;
const tail =
  /[\s,]*(?:in|into|with|in exactly|за|в|из)\s+(?:exactly\s+|ровно\s+)?[\p{L}\p{N}-]+\s+(?:steps?|шаг\p{L}*)[\s.!]*$/iu;

/**
 * The objective of a request for a plan: "Make a 3-step plan to fetch and print the time" has the objective "fetch and
 * print the time". A request that does not mention a plan is its own objective.
 */
export function objectiveOf(goal: string): string {
  const text = goal.trim();
  const opened = opening.exec(text);
  const rest = opened === null ? text : text.slice(opened[0].length);
  const counted = opened === null ? rest : rest.replace(countPhrase, "");
  const objective = (opened === null ? counted : counted.replace(link, "")).replace(tail, "").trim();
  return objective === "" ? text : objective;
}

// A quoted span is matched first, so that nothing inside it splits. The full stop of "e.g." or "1." does not split, and
// case does not matter: goals that differ in case plan equal.
const borders =
  /"[^"]*"|«[^»]*»|“[^”]*”|`[^`]*`|(\s*[;\n]+\s*(?:\d+[.)]\s*)?|(?<!(?<![\p{L}\p{N}])(?:\p{L}|\d{1,3}))[.!?]\s+(?:\d+[.)]\s*)?|,?\s+(?:and\s+then|after\s+that|then|а\s+затем|и\s+затем|затем|а\s+потом|и\s+потом|потом|после\s+этого)[\s,]+)/giu;

/** The clauses of an objective, in order, as typed. */
export function clausesOf(objective: string): string[] {
  const clauses: string[] = [];
  let from = 0;
  for (const match of objective.matchAll(borders)) {
    if (match[1] === undefined) continue;
    clauses.push(objective.slice(from, match.index));
    from = match.index + match[0].length;
  }
  clauses.push(objective.slice(from));
  const clean = clauses.map((clause) =>
    clause
      .replace(/^\s*\d+[.)]\s+/u, "")
      .replace(/^(?:and\s+then|after\s+that|then|затем|потом|после\s+этого)[\s,]+/iu, "")
      .replace(/[\s.,;!]+$/u, "")
      .trim(),
  );
  return clean.filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}

const mention =
  /(?:\b(?:use|using|call|run|invoke|with|via|through)\b|используй\p{L}*|вызови\p{L}*|через|с помощью)\s+(?:the\s+|tool\s+|инструмент\p{L}*\s+)*[`"«]?([\p{L}][\p{L}\p{N}]*(?:[_.-][\p{L}\p{N}]+)*)[`"»]?(\s+(?:tool|инструмент\p{L}*))?/giu;

/** The tools a clause names by identifier: snake_case words, and "the X tool". */
export function toolsNamed(clause: string): string[] {
  const named = new Set<string>();
  for (const [identifier] of clause.matchAll(/(?<![\p{L}\p{N}_@./-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\p{L}\p{N}_@])/gu))
    named.add(identifier);
  for (const [, name, tool] of clause.matchAll(mention)) if (name !== undefined && tool !== undefined) named.add(name);
  return [...named];
}
