/** What one check of the kit came to. `absent`: the server has no such endpoint, which a part of a fleet may not have. */
export type Finding = {
  contract: KitContract;
  /** For example `POST /plan`. */
  endpoint: string;
  check: string;
  outcome: "kept" | "broken" | "absent";
  /** What was sent and what came, where it is broken. */
  detail?: string;
};

/** The contracts that speak HTTP. */
export const kitContracts = ["service", "structured", "determinism", "react"] as const;
export type KitContract = (typeof kitContracts)[number];

export type ConformanceReport = {
  url: string;
  findings: readonly Finding[];
  /** How many requests were sent. */
  requests: number;
  conforms: boolean;
};

/** Nothing broken, and of every contract that was claimed at least one endpoint there. */
export function conforms(findings: readonly Finding[], contracts: readonly KitContract[]): boolean {
  const kept = new Set(findings.filter(({ outcome }) => outcome === "kept").map(({ contract }) => contract));
  return findings.every(({ outcome }) => outcome !== "broken") && contracts.every((contract) => kept.has(contract));
}
