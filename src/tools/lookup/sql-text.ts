import { isJsonObject } from "../../plan/json.ts";
/** Literals, names, comments and dollar quotes of Postgres, which are skipped. */
const quoted =
  /(?<!\w)[eE]'(?:\\[\s\S]|[^'\\]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|(?<!\w)\$(?<tag>(?:[A-Za-z_]\w*)?)\$[\s\S]*?\$\k<tag>\$/;
const parameter = /(?<![:\w])[:@$]([A-Za-z_]\w*)/;

const quotedOrParameter = new RegExp(`(?<quoted>${quoted.source})|${parameter.source}`, "g");
const comment = /--[^\n]*|\/\*[\s\S]*?\*\//g;

/** The names of a statement's parameters. Literals and comments are skipped. */
export function parametersIn(sql: string): Set<string> {
  const names = new Set<string>();
  replaceParameters(sql, (name) => {
    names.add(name);
    return "";
  });
  return names;
}

/** The statement with every parameter, `:a`, `@a` or `$a`, in another spelling. */
export function replaceParameters(sql: string, write: (name: string) => string): string {
  return sql.replaceAll(quotedOrParameter, (found: string, ...groups: unknown[]) => {
    const named = groups.at(-1);
    return isJsonObject(named) && named["quoted"] !== undefined ? found : write(found.slice(1));
  });
}

/** Why the text cannot be a single reading query, as far as its keywords show; undefined if it may be one. */
export function notAQuery(sql: string): string | undefined {
  const bare = sql.replaceAll(comment, " ").trim();
  if (!/^(?:select|with|values)\b/i.test(bare)) return "only SELECT, WITH and VALUES may be asked";
  const code = sql.replaceAll(new RegExp(quoted.source, "g"), "''");
  return /;\s*[^\s']/.test(code) ? "only one statement may be asked" : undefined;
}
