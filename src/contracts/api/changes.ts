import { z } from "zod";

export const ChangeKind = z.enum(["run", "draft", "escalation", "chat", "agent"]);
export type ChangeKind = z.infer<typeof ChangeKind>;

/** Something of the tenant is not as it was: what it is now is read where it is kept. */
export const Change = z.strictObject({ kind: ChangeKind, id: z.string() });
export type Change = z.infer<typeof Change>;
