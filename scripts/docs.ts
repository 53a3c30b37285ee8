import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fencesIn } from "./stranger/fences.ts";

// Builds the documentation site into site/dist. `--base /docs/` for a sub-path, `--serve` to look at it.
const root = resolve(import.meta.dirname, "..");
const site = join(root, "site");
const staged = join(site, ".pages");
const { homepage }: { homepage: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Where the files of the repository go; everything else that a page links is on the homepage of the repository. */
const sources: Readonly<Record<string, string>> = {
  docs: "",
  examples: "examples",
  "deploy/README.md": "deploy/README.md",
  "CONTRIBUTING.md": "contributing.md",
  "CHANGELOG.md": "changelog.md",
  "SECURITY.md": "report-a-vulnerability.md",
  "CODE_OF_CONDUCT.md": "code-of-conduct.md",
  "README.md": "index.md",
};

build(process.argv.slice(2));

function build(options: readonly string[]): void {
  const base = options[options.indexOf("--base") + 1];
  const env = { ...process.env, ...(options.includes("--base") && base !== undefined ? { DOCS_BASE: base } : {}) };
  if (!existsSync(join(site, "node_modules"))) run("npm", ["ci", "--ignore-scripts"], env);
  rmSync(staged, { recursive: true, force: true });
  stage();
  run("npx", ["--no-install", "typedoc"], env);
  run("npx", ["--no-install", "vitepress", "build"], env);
  process.stdout.write(`built ${relative(process.cwd(), join(site, "dist"))}\n`);
  if (options.includes("--serve")) run("npx", ["--no-install", "vitepress", "preview"], env);
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  execFileSync(program, args, { cwd: site, env, stdio: "inherit" });
}

function stage(): void {
  for (const file of Object.keys(sources).flatMap(filesIn)) {
    const target = join(staged, targetOf(file) ?? "");
    mkdirSync(dirname(target), { recursive: true });
    if (!file.endsWith(".md")) cpSync(join(root, file), target);
    else writeFileSync(target, withSiteLinks(file, file === "README.md" ? home() : read(file)));
  }
}

/** Pages and pictures; examples bring their README alone. */
function filesIn(source: string): string[] {
  if (!statSync(join(root, source)).isDirectory()) return [source];
  const wanted = source === "examples" ? /README\.md$/ : /\.(?:md|svg|png)$/;
  return readdirSync(join(root, source), { recursive: true, encoding: "utf8" })
    .filter((name) => wanted.test(name) && !name.includes("node_modules"))
    .map((name) => join(source, name));
}

function targetOf(file: string): string | undefined {
  const source = Object.keys(sources).find((name) => file === name || file.startsWith(`${name}/`));
  return source === undefined ? undefined : join(sources[source] ?? "", relative(source, file));
}

/** Links between pages point to where the pages go; others leave for the repository. Code is left alone. */
function withSiteLinks(file: string, text: string): string {
  const plain = text.replaceAll(/^<!--.*?-->\n/gms, "");
  const inCode = [...fencesIn(plain), ...inlineCode(plain)];
  return plain.replaceAll(/\]\(([^)\s]+)\)/g, (whole: string, link: string, at: number) => {
    if (/^(?:[a-z]+:|#)/i.test(link) || inCode.some(({ from, to }) => at >= from && at < to)) return whole;
    const [path = "", anchor] = link.split("#");
    const found = join(dirname(file), path);
    const page = [found, join(found, "README.md")].find(isPage);
    const hash = anchor === undefined ? "" : `#${anchor}`;
    if (page === undefined) return `](${homepage.replace(/#.*$/, "")}/blob/main/${found}${hash})`;
    const to = relative(dirname(targetOf(file) ?? ""), targetOf(page) ?? "");
    return `](${to.startsWith(".") ? to : `./${to}`}${hash})`;
  });
}

function isPage(name: string): boolean {
  return (
    targetOf(name) !== undefined &&
    existsSync(join(root, name)) &&
    statSync(join(root, name)).isFile() &&
    /\.(?:md|svg|png)$/.test(name)
  );
}

function inlineCode(text: string): { from: number; to: number }[] {
  return [...text.matchAll(/`[^`\n]+`/g)].map(({ 0: code, index }) => ({ from: index, to: index + code.length }));
}

/** The README, with the head of a home page instead of its title. */
function home(): string {
  const [, title = "", text = ""] = /^# Planwright\n\n\*\*(.+)\*\*\n(.*)$/s.exec(read("README.md")) ?? [];
  const actions = [
    { theme: "brand", text: "Get started", link: "/getting-started" },
    { theme: "alt", text: "Concepts", link: "/concepts/" },
    { theme: "alt", text: "Guides", link: "/guides/" },
  ];
  const hero = { name: "Planwright", text: "Plans you can check, approve and replay", tagline: title, actions };
  return `---\nlayout: home\nhero: ${JSON.stringify(hero)}\n---\n${text}`;
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
