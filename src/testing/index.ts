/** Published suites, fakes and generators. They need vitest and fast-check beside planwright. */
export * from "./arbitraries/index.ts";
export * from "./conformance/index.ts";
export { type EngineHost, engineSuite } from "./engine-suite.ts";
export { createFakeClock, type FakeClock } from "./fake-clock.ts";
export { createFakeIds } from "./fake-ids.ts";
export { createFakeVerbs, FakeFailure, type FakeVerb, type FakeVerbs } from "./fake-verbs.ts";
export { type KnowledgeHost, knowledgeSuite } from "./knowledge-suite.ts";
export { createMemoryLog, type LogLine } from "./memory-log.ts";
export { createMemoryStore } from "./memory-store/store.ts";
export * from "./mutations/index.ts";
export { sampleToolbox } from "./sample-toolbox.ts";
export { type StoreHost, storeSuite } from "./store-suite/index.ts";
export { type SuiteVerb, type VerbsHost, verbsSuite } from "./verbs-suite.ts";
export * from "./planner-kit/index.ts";
