import { z } from "zod";
import { Figure } from "./figure.ts";

/** Options of a bench. `quick` gives rough figures in a fraction of the time. */
export type BenchOptions = { quick: boolean; args: readonly string[] };

/** Points of a line in a plot. */
export const Series = z.strictObject({
  name: z.string(),
  x: z.string(),
  y: z.string(),
  points: z.array(z.tuple([z.number(), z.number()])),
});
export type Series = z.infer<typeof Series>;

/** The result of a bench; `skipped` says what it could not measure, and why. */
export type Measurement = { figures: Figure[]; skipped?: string[]; series?: Series[] };

/** bench/<name>.ts exports one `measure`. */
export type Bench = { measure(asked: BenchOptions): Measurement | Promise<Measurement> };
