import type { Route } from "../../contracts/api/route.ts";

/** Requests that are being worked on, and those that only wait for work that has a time of its own: they cost no time here. */
export type Under = { inFlight: number; waiting: number };

/** One request: `admitted` from when it need not be judged any more. */
export type Counted = { admitted(): void; end(): void };

export function createTally(): { under: Readonly<Under>; begin(route: Route): Counted } {
  const under: Under = { inFlight: 0, waiting: 0 };
  return {
    under,
    begin({ ownTime }) {
      let as: keyof Under = "inFlight";
      under[as] += 1;
      return {
        admitted() {
          if (ownTime !== true) return;
          under[as] -= 1;
          as = "waiting";
          under[as] += 1;
        },
        end: () => void (under[as] -= 1),
      };
    },
  };
}
