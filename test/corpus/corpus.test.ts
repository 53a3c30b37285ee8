import { describe, expect, it } from "vitest";
import { domains, readCorpus, runCorpus, type Domain } from "./run-corpus.ts";

// What rules do not reach yet, each with the reason. A line that starts to work must leave the list.
const known: Record<Domain, Record<string, string>> = {
  business: {
  },
  studio: {
  },
  home: {
  },
  generic: {
  },
};

describe("the own corpus", () => {
  it("has at least 300 utterances, half of them Russian, none twice", () => {
    const all = domains.flatMap((domain) => readCorpus(domain).map((line) => ({ ...line, domain })));
    expect(all.length).toBeGreaterThanOrEqual(300);
    expect(all.filter(({ lang }) => lang === "ru").length * 2).toBeGreaterThanOrEqual(all.length);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ domain, goal }) => `${domain} ${goal}`)).size).toBe(all.length);
  });

  it.each(domains)("%s: every line is planned as its author meant, but for the known ones", (domain) => {
    const wrong = runCorpus(domain).filter(({ right }) => !right);
    const told = wrong.map(({ utterance, outcome }) => {
      const got = outcome.kind === "none" ? "none" : JSON.stringify(outcome.calls.map(({ tool, args }) => [tool, args]));
      return { id: utterance.id, goal: utterance.goal, got: `${outcome.kind} ${got}` };
    });
    expect(told.filter(({ id }) => known[domain][id] === undefined)).toEqual([]);
    expect(Object.keys(known[domain]).filter((id) => !told.some((line) => line.id === id))).toEqual([]);
  });
});
