import { RunQuery } from "../../../../src/contracts/api/run.ts";

/** Time ranges of the list, ending now. */
export const periods = ["hour", "day", "week", "month"] as const;

const periodMs = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 } as const;

/** The filter that the address describes; what it does not understand is left out. */
export function filterIn(query: URLSearchParams): RunQuery {
  const period = periods.find((name) => name === query.get("since"));
  const read = RunQuery.partial().safeParse(
    Object.fromEntries(
      ["kind", "status", "q", "tool", "agent", "caller", "sort"].flatMap((name) => {
        const value = query.get(name);
        return value === null || value === "" ? [] : [[name, value]];
      }),
    ),
  );
  return { ...(read.success ? read.data : {}), ...(period !== undefined && { since: startOf(period) }) };
}

/** Rounded to the minute, so that the filter, and with it the cached list, stays the same for a while. */
function startOf(period: (typeof periods)[number]): string {
  const minute = 60_000;
  return new Date(Math.floor((Date.now() - periodMs[period]) / minute) * minute).toISOString();
}
