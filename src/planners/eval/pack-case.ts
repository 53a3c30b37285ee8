import { compact } from "../../plan/compact.ts";
import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import type { EvalCase } from "./eval-case.ts";

const Call = z.strictObject({
  tool: z.string().describe("name of the tool"),
  args: JsonObject.default({}).describe("its arguments, exactly"),
});

/** One case of `planwright packs test`: a request, and what the planner must answer. */
export const PackCase = z
  .strictObject({
    request: z.string().min(1).describe("what somebody says"),
    calls: z.array(Call).min(1).optional().describe("the calls that must be planned"),
    asks: z.array(z.string()).optional().describe("it must ask for these parameters; [] for any question"),
    refuses: z.literal(true).optional().describe("no tool fits"),
    now: z.string().optional().describe("time of the request, ISO 8601; 2030-01-01 if absent"),
    zone: z.string().optional().describe("IANA time zone; UTC if absent"),
  })
  .refine(({ calls, asks, refuses }) => [calls, asks, refuses].filter((one) => one !== undefined).length === 1, {
    message: "must have exactly one of calls, asks and refuses",
  });
export type PackCase = z.infer<typeof PackCase>;

/** A file of cases. */
export const PackCases = z.array(PackCase).min(1);

export function toEvalCase({ request, calls, asks, now, zone }: PackCase, at: number): EvalCase {
  const expect: EvalCase["expect"] =
    calls !== undefined
      ? {
          kind: "calls",
          order: "any",
          alternatives: [],
          calls: calls.map(({ tool, args }) => ({ tool, args: acceptOnly(args), optional: [] })),
        }
      : asks !== undefined
        ? { kind: "clarify", missing: asks, bad: [] }
        : { kind: "none" };
  return {
    id: String(at + 1),
    set: "pack",
    category: "all",
    query: request,
    now: now ?? "2030-01-01T09:00:00Z",
    ...compact({ zone }),
    expect,
  };
}

function acceptOnly(args: JsonObject): Record<string, JsonObject[string][]> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, [value]]));
}
