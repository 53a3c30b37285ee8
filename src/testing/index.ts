/** Published suites, fakes and generators. They need vitest and fast-check beside planwright. */
export * from "./arbitraries/index.ts";
export * from "./planner-kit/index.ts";
