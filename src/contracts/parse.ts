export { parseWith } from "../plan/parse.ts";
