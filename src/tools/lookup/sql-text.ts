import { isJsonObject } from "../../plan/json.ts";
/** Text, names, comments and Postgres's dollar quotes: nothing in them is SQL. */
const quoted =
  /(?<!\w)[eE]'(?:\\[\s\S]|[^'\\]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|(?<!\w)\$(?<tag>(?:[A-Za-z_]\w*)?)\$[\s\S]*?\$\k<tag>\$/;
const parameter = /(?<![:\w])[:@$]([A-Za-z_]\w*)/;

const quotedOrParameter = new RegExp(`(?<quoted>${quoted.source})|${parameter.source}`, "g");
const comment = /--[^\n]*|\/\*[\s\S]*?\*\//g;

/** The parameters a statement names, without their mark. Text and comments are not looked into. */
export function parametersIn(sql: string): Set<string> {
  const names = new Set<string>();
  replaceParameters(sql, (name) => {
    names.add(name);
    return "";
  });
  return names;
}

/** The statement with every parameter, `:a`, `@a` or `$a`, written another way. */
export function replaceParameters(sql: string, write: (name: string) => string): string {
  return sql.replaceAll(quotedOrParameter, (found: string, ...groups: unknown[]) => {
    const named = groups.at(-1);
    return isJsonObject(named) && named["quoted"] !== undefined ? found : write(found.slice(1));
  });
}

/** Why the text cannot be a single query that reads, as far as its words tell; undefined when they do not. */
export function notAQuery(sql: string): string | undefined {
  const bare = sql.replaceAll(comment, " ").trim();
  if (!/^(?:select|with|values)\b/i.test(bare)) return "only SELECT, WITH and VALUES may be asked";
  const code = sql.replaceAll(new RegExp(quoted.source, "g"), "''");
  return /;\s*[^\s']/.test(code) ? "only one statement may be asked" : undefined;
}
