export type { Target } from "./send-request.ts";
export { type ConformanceReport, type Finding, type KitContract, kitContracts } from "./finding.ts";
export { type ConformanceOptions, testServer } from "./test-server.ts";
