import { table } from "./table.ts";

export const runsWords = table({});
