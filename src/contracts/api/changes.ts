import { z } from "zod";

export const ChangeKind = z.enum(["run", "draft", "escalation", "chat", "agent"]);
export type ChangeKind = z.infer<typeof ChangeKind>;

/** A record of the tenant has changed. Subscribers read it again. */
export const Change = z.strictObject({ kind: ChangeKind, id: z.string() });
export type Change = z.infer<typeof Change>;
