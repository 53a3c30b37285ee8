import { table } from "./table.ts";

export const healthWords = table({});
