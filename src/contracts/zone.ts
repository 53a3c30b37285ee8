import { z } from "zod";

/** The name of a time zone as the IANA has it: `Europe/Moscow`. */
export const Zone = z.string().min(1).max(100).refine(isZone, "must be an IANA time zone such as Europe/Moscow");

export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
