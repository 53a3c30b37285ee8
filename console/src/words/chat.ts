import { table } from "./table.ts";

export const chatWords = table({});
