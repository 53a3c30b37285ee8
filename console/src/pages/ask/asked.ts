/** The contracts a plan can be asked for in. */
export const askedContracts = ["service", "structured", "actions", "determinism"] as const;

export type Asked = { goal: string; contract: (typeof askedContracts)[number]; planner: string };
