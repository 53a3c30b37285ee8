import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Generated } from "./generated.ts";

const folder = resolve(import.meta.dirname, "../docs/decisions");

const intro = `# Decisions

One page per decision: the context, the decision, its consequences. Accepted records are not rewritten; a later record replaces an
earlier one and names it. A new dependency, a new import between modules (\`test/modules.test.ts\`) and a departure from the design need
a record. \`npm run generate\` writes this index.

| # | decision | status |
| --- | --- | --- |
`;

/** `docs/decisions/README.md`: number, title and status of every record. A title is \`# 0001 Title\`, a status \`Status: …\`. */
export function decisionIndex(): Generated[] {
  const rows = readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file))
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      const title = /^# \d{4} (.+)$/m.exec(text)?.[1];
      if (title === undefined) throw new Error(`docs/decisions/${file} needs a title like "# 0001 Title"`);
      const status = /^Status: (.+?)\.?$/m.exec(text)?.[1] ?? "accepted";
      return `| ${file.slice(0, 4)} | [${title}](${file}) | ${status} |\n`;
    });
  return [{ path: "docs/decisions/README.md", text: intro + rows.join("") }];
}
