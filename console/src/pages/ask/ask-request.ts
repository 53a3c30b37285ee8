import type { ContractName } from "../../../../src/contracts/surfaces.ts";

/** The contracts that a plan can be requested in; `auto` takes the one that fits the request. */
export const contracts = ["auto", "service", "structured", "actions", "determinism"] as const;

export type AskRequest = { goal: string; contract: (typeof contracts)[number]; planner: string };

/** A request whose contract is decided. */
export type PlanRequest = AskRequest & { contract: ContractName };

export const defaultRequest: AskRequest = { goal: "", contract: "auto", planner: "grammar" };

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
