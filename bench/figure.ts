import { z } from "zod";
import { quantile } from "./measure.ts";

/** One number of a bench. Figures of one `table` are shown together, a line for each `name`, a column for each `what`. */
export const Figure = z.strictObject({
  table: z.string(),
  name: z.string(),
  what: z.string(),
  value: z.number(),
  /** `×` is a ratio, which transfers between machines better than an absolute figure. */
  unit: z.enum(["×", "/s", "ms", "µs", "s", "MB", "KB", "MB/h", "%", "", "bytes", "frames/s"]),
  /** Which way is good. */
  better: z.enum(["higher", "lower"]),
  aim: z.number().optional(),
  met: z.boolean().optional(),
  /** The samples of the median, and their interquartile range. */
  samples: z.int(),
  spread: z.tuple([z.number(), z.number()]).optional(),
});
export type Figure = z.infer<typeof Figure>;

export type FigureDescription = Pick<Figure, "table" | "name" | "what" | "unit" | "better" | "aim">;

/** The median of the samples, with its aim judged. */
export function figure(said: FigureDescription, samples: readonly number[] | number): Figure {
  const all = typeof samples === "number" ? [samples] : samples;
  const value = short(quantile(all, 0.5));
  const { aim, better } = said;
  return {
    ...said,
    value,
    ...(aim !== undefined && { met: better === "higher" ? value >= aim : value <= aim }),
    samples: all.length,
    ...(all.length > 2 && {
      spread: [short(quantile(all, 0.25)), short(quantile(all, 0.75))] satisfies [number, number],
    }),
  };
}

/** Four significant digits. */
export function short(value: number): number {
  return Number(value.toPrecision(4));
}
