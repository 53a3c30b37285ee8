/** Published suites. They need vitest and fast-check. */
export { type ArchiveHost, archiveSuite } from "./archive-suite/index.ts";
export { type UpkeepHost, maintenanceSuite } from "./maintenance-suite.ts";
export { type EngineHost, engineSuite } from "./engine-suite.ts";
export { type KnowledgeHost, knowledgeSuite } from "./knowledge-suite.ts";
export { type StoreHost, storeSuite } from "./store-suite/index.ts";
export { type SuiteVerb, type VerbsHost, verbsSuite } from "./verbs-suite.ts";
