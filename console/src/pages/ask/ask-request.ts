/** The contracts that a plan can be requested in. */
export const contracts = ["service", "structured", "actions", "determinism"] as const;

export type AskRequest = { goal: string; contract: (typeof contracts)[number]; planner: string };

export const defaultRequest: AskRequest = { goal: "", contract: "service", planner: "grammar" };

/** The request in an address; what is not named has its default. */
export function requestIn(query: URLSearchParams): AskRequest {
  return {
    goal: query.get("q") ?? "",
    contract: contracts.find((name) => name === query.get("contract")) ?? defaultRequest.contract,
    planner: query.get("planner") ?? defaultRequest.planner,
  };
}

/** The address of a request, without defaults. */
export function toQuery({ goal, contract, planner }: AskRequest): Record<string, string | undefined> {
  return {
    q: goal,
    contract: contract === defaultRequest.contract ? undefined : contract,
    planner: planner === defaultRequest.planner ? undefined : planner,
  };
}
