export { checkRules } from "./check-rules.ts";
export { type ReadyPack, readyPack } from "./match-packs.ts";
export { Pack } from "./pack.ts";
export { parsePack } from "./parse-pack.ts";
export { planWithPacks } from "./plan-with-packs.ts";
