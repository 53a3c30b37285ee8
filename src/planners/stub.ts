import type { Planner } from "../ports/planner.ts";
import { plannerDigest } from "./planner-digest.ts";

const release = "1.0.0";

/** The stub of contract 4, for testing everything around a planner. Its rules are loaded with the first request. */
export function createStubPlanner(): Planner {
  const version = `${release}+rules.${plannerDigest()}`;
  const author = { planner: "stub", plannerVersion: version, deterministic: true };
  const plan: Planner["plan"] = async (request) => (await import("./plan-by-words.ts")).planByWords(request, author);
  return { id: "stub", version, mode: "full", plan };
}
