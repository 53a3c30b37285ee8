import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

// Prepares a release: `npm run release -- 0.3.0` sets the version wherever it is written, and dates the section
// "Unreleased" of the CHANGELOG. Look at the difference, commit it, and push the tag; .github/workflows/release.yaml publishes.
const root = resolve(import.meta.dirname, "..");
/** Files that name the version of the package, next to package.json and its lock file. */
export const versionedFiles = [
  "deploy/README.md",
  "deploy/compose.yaml",
  "deploy/container/Containerfile",
  "deploy/kubernetes/kustomization.yaml",
  "docs/guides/replay-in-ci.md",
  "examples/README.md",
  "examples/03-mcp-server/README.md",
];

if (import.meta.main) release(process.argv[2] ?? "");

function release(version: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error("usage: npm run release -- 0.3.0");
  const { version: old }: { version: string } = JSON.parse(read("package.json"));
  execFileSync("npm", ["version", version, "--no-git-tag-version", "--allow-same-version"], {
    cwd: root,
    stdio: "inherit",
  });
  const creator = join(root, "create-planwright/package.json");
  writeFileSync(creator, readFileSync(creator, "utf8").replace(`"version": "${old}"`, `"version": "${version}"`));
  for (const file of versionedFiles) write(file, withVersion(read(file), old, version));
  write("CHANGELOG.md", dated(read("CHANGELOG.md"), version, new Date().toISOString().slice(0, 10)));
  process.stdout.write(
    `Commit this as "Release ${version}", then: git tag -a v${version} -m "Planwright ${version}"\n`,
  );
}

/** The version where it belongs to us: an image tag, a packed file, a git tag. */
export function withVersion(text: string, old: string, version: string): string {
  const number = old.replaceAll(".", "\\.");
  return text.replaceAll(new RegExp(`(planwright[:@-]|newTag: |@v)${number}\\b`, "g"), `$1${version}`);
}

/** Starts a new empty section "Unreleased" above what is released now. */
export function dated(changelog: string, version: string, day: string): string {
  if (!changelog.includes("\n## Unreleased\n")) throw new Error("CHANGELOG.md has no section Unreleased");
  return changelog.replace("\n## Unreleased\n", `\n## Unreleased\n\n## ${version} - ${day}\n`);
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function write(file: string, text: string): void {
  writeFileSync(join(root, file), text);
}
