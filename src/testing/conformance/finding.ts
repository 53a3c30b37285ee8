/** The result of one check. `absent`: the server has no such endpoint, which is allowed for a partial deployment. */
export type Finding = {
  contract: KitContract;
  /** For example `POST /plan`. */
  endpoint: string;
  check: string;
  outcome: "kept" | "broken" | "absent";
  /** Request and answer of a violation. */
  detail?: string;
};

/** The contracts with an HTTP interface. */
export const kitContracts = ["service", "structured", "determinism", "react"] as const;
export type KitContract = (typeof kitContracts)[number];

export type ConformanceReport = {
  url: string;
  findings: readonly Finding[];
  /** How many requests were sent. */
  requests: number;
  conforms: boolean;
};

/** No violation, and at least one endpoint of every claimed contract exists. */
export function conforms(findings: readonly Finding[], contracts: readonly KitContract[]): boolean {
  const kept = new Set(findings.filter(({ outcome }) => outcome === "kept").map(({ contract }) => contract));
  return findings.every(({ outcome }) => outcome !== "broken") && contracts.every((contract) => kept.has(contract));
}
