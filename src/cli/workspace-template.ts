import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The templates that come with the package; the first is taken where none is named. */
export const templateNames = ["service", "crm", "agents"] as const;
export type TemplateName = (typeof templateNames)[number];

/** One file of a workspace: where it goes, counted from the folder, and what stands in it. */
export type TemplateFile = { path: string; text: string };

const templates = fileURLToPath(new URL("../../templates", import.meta.url));

/** What is the same in every template, then what is its own. */
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

/** npm leaves a `.gitignore` out of a package, so it has no dot there. */
function nameOf(path: string): string {
  return path === "gitignore" ? ".gitignore" : path;
}

export type Written = { written: string[] } | { inTheWay: string[] };

/** Writes all of the files, or none where one of them is there already. */
export function writeWorkspace(folder: string, files: readonly TemplateFile[]): Written {
  const inTheWay = files.map(({ path }) => path).filter((path) => existsSync(join(folder, path)));
  if (inTheWay.length > 0) return { inTheWay };
  for (const { path, text } of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
  }
  return { written: files.map(({ path }) => path) };
}
