import type { Domain, Intent } from "../../contracts/actions/plan.ts";
import { languages } from "../../language/languages.ts";
import { changes } from "../../language/words/operation.ts";
import type { Reading } from "../../language/reading.ts";
import { readActs } from "../../language/clauses/prohibition.ts";
import type { Token } from "../../language/words/token.ts";
import { stems } from "../packs/compiled-pack.ts";
import type { Pack } from "../packs/pack.ts";

/**
 * What a text is about and whether it asks or orders, by its words alone. Used where no plan says it better; in doubt it
 * is an order, for taking an order for a question is the worse mistake.
 */
export function routeOf(reading: Reading, packs: readonly Pack[]): { intent: Intent; domain: Domain } {
  const domain = domainIn(reading.tokens, packs);
  return { intent: intentOf(reading, domain), domain };
}

/** An order where one is given; a question where something is asked and nothing ordered. */
function intentOf(reading: Reading, domain: Domain): Intent {
  if (orders(reading)) return "mutate";
  // Small talk changes nothing; a deal or a task that is only named may be news of it.
  if (domain === "unknown") return "query";
  return asks(reading) ? "query" : "mutate";
}

/** Whether a clause asks for something to be changed, or tells of a change as news. */
export function orders(reading: Reading): boolean {
  const { clauses, spans } = readActs(reading);
  return clauses.some(({ act, verb }) => {
    const span = verb === undefined ? undefined : spans[verb];
    return (act === "do" || act === "tell" || act === "forbid") && span?.kind === "verb" && changes(span.op);
  });
}

/** A question, or a request that only reads. */
function asks(reading: Reading): boolean {
  const { clauses, spans } = readActs(reading);
  return clauses.some(({ act, verb }) => {
    const span = verb === undefined ? undefined : spans[verb];
    return act === "ask" || (span?.kind === "verb" && !changes(span.op));
  });
}

/** A question in which nothing is ordered: "STU-4 закрыта?" */
export function onlyAsks(reading: Reading): boolean {
  return readActs(reading).clauses.some(({ act }) => act === "ask") && !orders(reading);
}

function domainIn(tokens: readonly Token[], packs: readonly Pack[]): Domain {
  const said = new Set(tokens.flatMap(({ stem, lower, lang }) => [stem, lower, ...languages[lang].meanings(stem)]));
  const hit = (toolkit: string): boolean =>
    packs.some(({ routes }) => (routes[toolkit] ?? []).some((words) => stems(words).every((stem) => said.has(stem))));
  const [attio, linear] = [hit("attio"), hit("linear")];
  return attio && linear ? "mixed" : attio ? "attio" : linear ? "linear" : "unknown";
}
