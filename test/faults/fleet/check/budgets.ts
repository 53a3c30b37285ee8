import { effectsOf, type Evidence, groupBy, type Violation } from "./evidence.ts";

/** Runs a day and money: never more than the limit, by the fleet's own books and by what the world saw. */
export function budgets(evidence: Evidence): Violation[] {
  return [...runsADay(evidence), ...money(evidence)];
}

function runsADay(evidence: Evidence): Violation[] {
  const { agents, decisions } = evidence;
  const say = (agent: string, message: string): Violation => ({ rule: "budgets", about: agent, message });
  return agents.flatMap(({ agent, perDay }) => {
    const fired = decisions.filter((one) => one.agent === agent && one.runId !== null);
    const days = groupBy(fired, ({ at }) => at.slice(0, 10));
    const tooMany = [...days].flatMap(([day, runs]) => {
      const ids = new Set(runs.map(({ runId }) => runId));
      return ids.size > perDay ? [say(agent, `${agent} ran ${ids.size} times on ${day}; ${perDay} are allowed`)] : [];
    });
    const seen = effectsOf(evidence).filter(({ marker }) => marker.startsWith(`${agent}@`)).length;
    const most = perDay * Math.max(1, days.size);
    return seen > most
      ? [...tooMany, say(agent, `the world saw ${seen} writes of ${agent}; ${most} are allowed`)]
      : tooMany;
  });
}

function money({ deeds, purse }: Evidence): Violation[] {
  const { prefix, limitMicroCents, usedMicroCents, answerMicroCents } = purse;
  const answers = deeds.filter(({ what, marker }) => what === "charged" && marker.startsWith(prefix)).length;
  const charged = answers * answerMicroCents;
  const say = (message: string): Violation => ({ rule: "budgets", about: prefix, message });
  return [
    ...(charged > limitMicroCents
      ? [say(`the provider charged ${charged} micro-cents; ${limitMicroCents} are allowed`)]
      : []),
    ...(usedMicroCents > limitMicroCents
      ? [say(`the books say ${usedMicroCents} of ${limitMicroCents} micro-cents`)]
      : []),
    ...(usedMicroCents < charged
      ? [say(`the provider charged ${charged} micro-cents, and the books know of ${usedMicroCents}`)]
      : []),
  ];
}
