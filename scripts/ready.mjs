// Before the first TypeScript file is run: says what a clone lacks. Plain JavaScript, so that any Node can say it.
import { existsSync } from "node:fs";

const [major, minor] = process.versions.node.split(".").map(Number);
const isNewEnough = (major === 22 && minor >= 20) || (major === 24 && minor >= 7) || major > 24;
const isInstalled = existsSync(new URL("../node_modules/zod", import.meta.url));

if (!isInstalled || !isNewEnough) {
  const lacks = isInstalled
    ? `Node 22.20, or 24.7 or newer, is required; this is ${process.versions.node}`
    : "nothing is installed yet";
  console.error(`planwright: ${lacks}. Run "npm ci" first: it brings Node 24 for the scripts of this folder.`);
  process.exitCode = 1;
}
