import { z } from "zod";

/** Which work of a tenant goes first. Tenants share fairly whatever priorities they use. */
export const Priority = z.enum(["low", "normal", "high"]);
export type Priority = z.infer<typeof Priority>;

const levels = { low: -1, normal: 0, high: 1 } as const satisfies Record<Priority, number>;

/** As the jobs table orders it: a higher level goes first. */
export function priorityLevel(priority: Priority = "normal"): number {
  return levels[priority];
}
