/** Days around the one the workspace was opened on: what is overdue in the seed is overdue that day. */
export type Calendar = {
  /** `YYYY-MM-DD`, so many days from then. */
  day(days: number): string;
  /** ISO 8601, so many days from then, at a full hour UTC. */
  time(days: number, hour?: number): string;
};

const dayMs = 86_400_000;

export function createCalendar(now: number): Calendar {
  const midnight = Math.floor(now / dayMs) * dayMs;
  const time = (days: number, hour = 9): string => new Date(midnight + days * dayMs + hour * 3_600_000).toISOString();
  return { time, day: (days) => time(days).slice(0, 10) };
}
