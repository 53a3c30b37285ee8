import { table } from "./table.ts";

export const inboxWords = table({});
