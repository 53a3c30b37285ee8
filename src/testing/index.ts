/** Published suites, fakes and generators. They need vitest and fast-check beside planwright. */
export * from "./arbitraries/index.ts";
