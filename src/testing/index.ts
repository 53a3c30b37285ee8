/**
 * Fakes, kits and scripts for any test runner. `planwright/testing/suites` needs vitest and fast-check.
 *
 * @module planwright/testing
 */

export {
  type AdversarialScript,
  adversarialScripts,
  forbiddenTool,
  injections,
  type RealCall,
} from "./adversarial-scripts.ts";
export * from "./conformance/index.ts";
export { createFakeClock, type FakeClock } from "./fake-clock.ts";
export { createFakeIds } from "./fake-ids.ts";
export { createFakeVerbs, FakeFailure, type FakeVerb, type FakeVerbs } from "./fake-verbs.ts";
export { createMemoryLog, type LogLine } from "./memory-log.ts";
export { createMemoryStore } from "./memory-store/store.ts";
export * from "./model-server/index.ts";
export * from "./planner-kit/index.ts";
export {
  createScriptedModel,
  type Expectation,
  type Script,
  type ScriptedAnswer,
  type ScriptedFailure,
  type ScriptedHang,
  type ScriptedModel,
  type ScriptTurn,
} from "./scripted-model.ts";
