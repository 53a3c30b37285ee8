import { createSurface, type Surface } from "../plan/surface.ts";

/** The contracts a plan can be expressed in. */
export const contractNames = ["service", "structured", "actions", "determinism", "react"] as const;
export type ContractName = (typeof contractNames)[number];

/** The features each contract supports. Conditions and iteration exist only in the internal model. */
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
