import { catalogue, type WireShape } from "../src/contracts/catalogue.ts";
import { type ConfigKey, documentKeys } from "./configuration/config-keys.ts";
import { ownDocuments } from "./generate-schemas.ts";
import type { Generated } from "./generated.ts";

/** Reference pages of the files that people write, from the schemas that check them. */
export function documentReferences(): Generated[] {
  const profile = catalogue.find(({ path }) => path === "react/agent-profile");
  if (profile === undefined) throw new Error("the catalogue has no agent profile");
  return [
    page("pack-reference", "Pack files", [ownDocuments.pack], {
      intro:
        "Every key of a domain pack (`packs/*.yaml`). [Packs](packs.md) explains them with examples; `planwright packs check` finds mistakes.",
    }),
    page("agent-reference", "Agent profiles", [profile], {
      intro:
        "Every key of an agent profile (`agents/*.yaml`). [Agents](agents.md) explains them; `planwright agents check` finds mistakes.",
    }),
    page("plan-reference", "Plans and cases", [ownDocuments.plan, ownDocuments.packCase, ownDocuments.evalCase], {
      intro:
        "The plan that `planwright plan --json` prints and `planwright run` executes, one entry of a file for `planwright packs test`, and one line of a file for `planwright eval`.",
    }),
  ];
}

function page(name: string, title: string, documents: readonly WireShape[], { intro }: { intro: string }): Generated {
  const parts = documents.map((document) => {
    const schema = `Schema: [schemas/${document.path}.json](../schemas/${document.path}.json).`;
    return [`## ${document.title}`, schema, ...sectionsOf(documentKeys(document))].join("\n\n");
  });
  const text = [`# ${title}`, `Made by \`npm run generate\`. ${intro}`, ...parts].join("\n\n");
  return { path: `docs/${name}.md`, text: `${text}\n` };
}

/** The keys at the top, then a table for each of them that has keys below it. */
function sectionsOf(keys: readonly ConfigKey[]): string[] {
  const top = keys.filter(({ path }) => !/[.[]/.test(path));
  const below = top.map(({ path }) => ({
    path,
    keys: keys.filter((key) => key.path.startsWith(`${path}.`) || key.path.startsWith(`${path}[]`)),
  }));
  return [
    table(top),
    ...below.filter((one) => one.keys.length > 0).flatMap((one) => [`### ${one.path}`, table(one.keys)]),
  ];
}

function table(keys: readonly ConfigKey[]): string {
  const rows = keys.map((key) => [`\`${key.path}\``, key.type, key.default, key.about]);
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [["key", "type", "default", "meaning"], ["---", "---", "---", "---"], ...rows].map(line).join("\n");
}
