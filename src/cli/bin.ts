#!/usr/bin/env node
// Any Node version may run this file: it has no imports and no syntax that old versions cannot parse.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if ((major === 22 && minor >= 20) || (major === 24 && minor >= 7) || major > 24) {
  // Saves a third of the time of a short command.
  (await import("node:module")).enableCompileCache();
  const { runProcess } = await import("./process/run-process.ts");
  await runProcess(process);
} else {
  process.stderr.write(
    `planwright: Node 22.20, or 24.7 or newer, is required; this is ${process.versions.node}.\n` +
      "Install one from https://nodejs.org, or run: npx -p node@24 -p planwright planwright\n",
  );
  process.exitCode = 1;
}
