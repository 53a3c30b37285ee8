import { table } from "./table.ts";

export const toolsWords = table({});
