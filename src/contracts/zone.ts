import { z } from "zod";

/** An IANA time zone name, such as `Europe/Moscow`. */
export const Zone = z.string().min(1).max(100).refine(isZone, "must be an IANA time zone such as Europe/Moscow");

export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
