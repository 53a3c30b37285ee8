import type { Bus } from "../../../../src/ports/bus.ts";
import type { History } from "../history.ts";
import type { Installation } from "../installation.ts";
import { type WriteManner, manners } from "../world/deed.ts";

/** What every client stands on. */
export type LoadContext = {
  installation: Installation;
  history: History;
  bus: Bus;
  /** Numbers from 0 to below the given, from the seed. */
  chance: (below: number) => number;
  /** A number that nobody else has. */
  next: () => number;
  /** When even the most patient give up. */
  until: () => number;
};

/** Mostly well, sometimes not; never overdue. */
export function mannerOf(chance: LoadContext["chance"]): WriteManner {
  return chance(100) < 60 ? "ok" : (manners[chance(manners.length - 1)] ?? "ok");
}
