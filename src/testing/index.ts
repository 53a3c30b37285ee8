/** Published suites, fakes and generators. They need vitest and fast-check beside planwright. */
export * from "./arbitraries/index.ts";
export { createFakeClock, type FakeClock } from "./fake-clock.ts";
export { type KnowledgeHost, knowledgeSuite } from "./knowledge-suite.ts";
export { createMemoryLog, type LogLine } from "./memory-log.ts";
export * from "./mutations/index.ts";
export { sampleToolbox } from "./sample-toolbox.ts";
export { type SuiteVerb, type VerbsHost, verbsSuite } from "./verbs-suite.ts";
export * from "./planner-kit/index.ts";
