/** The contracts that a plan can be requested in. */
export const contracts = ["service", "structured", "actions", "determinism"] as const;

export type AskRequest = { goal: string; contract: (typeof contracts)[number]; planner: string };
