import { table } from "./table.ts";

export const agentsWords = table({});
