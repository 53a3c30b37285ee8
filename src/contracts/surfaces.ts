import { createSurface, type Surface } from "../plan/surface.ts";

/** The contracts a plan can be said in. */
export const contractNames = ["service", "structured", "actions", "determinism", "react"] as const;
export type ContractName = (typeof contractNames)[number];

/** What each contract has fields for. Conditions and iteration exist only inside. */
export const surfaces: Readonly<Record<ContractName, Surface>> = {
  service: createSurface(
    "service",
    ...(["tool steps", "message steps", "lookup steps", "action steps", "safety steps"] as const),
    ...(["result keys", "references"] as const),
  ),
  structured: createSurface("structured", "tool steps", "references"),
  actions: createSurface("actions", "tool steps"),
  determinism: createSurface("determinism", "tool steps", "result keys", "references"),
  react: createSurface("react", "tool steps"),
};
