import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The templates of the package; the first is the default. */
export const templateNames = ["shop", "crm", "agents", "clinic", "empty"] as const;
export type TemplateName = (typeof templateNames)[number];

/** One file of a workspace with its relative path. */
type TemplateFile = { path: string; text: string };

const templates = fileURLToPath(new URL("../../../templates", import.meta.url));

/** The files common to all templates, then those of this one. */
export function readTemplate(name: TemplateName): TemplateFile[] {
  return ["every", name]
    .flatMap((part) => filesIn(join(templates, part)))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function filesIn(folder: string): TemplateFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return { path: nameOf(relative(folder, file)), text: readFileSync(file, "utf8") };
    });
}

/** npm omits `.gitignore` from packages, so the template has no dot. */
function nameOf(path: string): string {
  return path === "gitignore" ? ".gitignore" : path;
}

type WriteResult = { written: string[] } | { existing: string[] };

/** Writes all files, or none if one of them exists. */
export function writeWorkspace(folder: string, files: readonly TemplateFile[]): WriteResult {
  const inTheWay = files.map(({ path }) => path).filter((path) => existsSync(join(folder, path)));
  if (inTheWay.length > 0) return { existing: inTheWay };
  for (const { path, text } of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
  }
  return { written: files.map(({ path }) => path) };
}
