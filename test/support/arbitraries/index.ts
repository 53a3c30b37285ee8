export * as actionArbitraries from "./actions.ts";
export * as determinismArbitraries from "./determinism.ts";
export * as jsonArbitraries from "./json.ts";
export * as planArbitraries from "./plan.ts";
export * as reactArbitraries from "./react.ts";
export * as serviceArbitraries from "./service.ts";
export * as structuredArbitraries from "./structured.ts";
