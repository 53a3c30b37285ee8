import type { Route } from "../../contracts/api/route.ts";

/** Requests in flight, and requests that only wait for work with its own time limit, which cost nothing here. */
export type RequestCounts = { inFlight: number; waiting: number };

/** One counted request; `admitted` is called when it has passed the load limits. */
type CountedRequest = { admitted(): void; end(): void };

export function createRequestCounter(): { counts: Readonly<RequestCounts>; begin(route: Route): CountedRequest } {
  const counts: RequestCounts = { inFlight: 0, waiting: 0 };
  return {
    counts,
    begin({ ownTime }) {
      let as: keyof RequestCounts = "inFlight";
      counts[as] += 1;
      return {
        admitted() {
          if (ownTime !== true) return;
          counts[as] -= 1;
          as = "waiting";
          counts[as] += 1;
        },
        end: () => void (counts[as] -= 1),
      };
    },
  };
}
