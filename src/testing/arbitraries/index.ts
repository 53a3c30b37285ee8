export * as actionArbitraries from "./actions.ts";
export * as determinismArbitraries from "./determinism.ts";
export * as jsonArbitraries from "./json.ts";
export * as reactArbitraries from "./react.ts";
export * as serviceArbitraries from "./service.ts";
