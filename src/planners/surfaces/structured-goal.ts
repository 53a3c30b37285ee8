import {
  clauseBorders,
  countPhrase,
  countTail,
  leadingThen,
  planLink,
  planOpening,
  toolMention,
} from "../../language/requests/goal-patterns.ts";
/**
 * The objective of a request for a plan: "Make a 3-step plan to fetch and print the time" has the objective "fetch and
 * print the time". A request that does not toolMention a plan is its own objective.
 */
export function objectiveOf(goal: string): string {
  const text = goal.trim();
  const opened = planOpening.exec(text);
  const rest = opened === null ? text : text.slice(opened[0].length);
  const counted = opened === null ? rest : rest.replace(countPhrase, "");
  const objective = (opened === null ? counted : counted.replace(planLink, "")).replace(countTail, "").trim();
  return objective === "" ? text : objective;
}

/** The clauses of an objective, in order, as typed. */
export function clausesOf(objective: string): string[] {
  const clauses: string[] = [];
  let from = 0;
  for (const match of objective.matchAll(clauseBorders)) {
    if (match[1] === undefined) continue;
    clauses.push(objective.slice(from, match.index));
    from = match.index + match[0].length;
  }
  clauses.push(objective.slice(from));
  const clean = clauses.map((clause) =>
    clause
      .replace(/^\s*\d+[.)]\s+/u, "")
      .replace(leadingThen, "")
      .replace(/[\s.,;!]+$/u, "")
      .trim(),
  );
  return clean.filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}

/** The tools a clause names by identifier: snake_case words, and "the X tool". */
export function toolsNamed(clause: string): string[] {
  const named = new Set<string>();
  for (const [identifier] of clause.matchAll(/(?<![\p{L}\p{N}_@./-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\p{L}\p{N}_@])/gu))
    named.add(identifier);
  for (const [, name, tool] of clause.matchAll(toolMention))
    if (name !== undefined && tool !== undefined) named.add(name);
  return [...named];
}
