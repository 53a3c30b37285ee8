export { createGrammarReasoner, type GrammarReasonerParts } from "./grammar-reasoner.ts";
export type { LoopParts } from "./leg.ts";
export { createModelReasoner, type ModelReasonerParts } from "./model-reasoner.ts";
export { createReact, type React, type ReactParts } from "./react.ts";
export { reactErrors } from "./react-errors.ts";
export { type OnceOptions, reactOnce } from "./react-once.ts";
export { reactQueue } from "./react-queue.ts";
export type { Reasoner, ThinkCall, Thought } from "./reasoner.ts";
export type { Veto, VetoCall } from "./veto.ts";
