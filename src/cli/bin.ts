#!/usr/bin/env node
// Whatever Node stands first on the PATH reads this file: it has no import, and no word that an old one cannot parse.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if ((major === 22 && minor >= 20) || (major === 24 && minor >= 7) || major > 24) {
  // What was compiled once need not be again: a third of the time of a short command.
  (await import("node:module")).enableCompileCache();
  const { runProcess } = await import("./run-process.ts");
  await runProcess(process);
} else {
  process.stderr.write(
    `planwright: Node 22.20, or 24.7 and newer, is needed, and this is ${process.versions.node}.\n` +
      "Install one from https://nodejs.org, or run: npx -p node@24 -p planwright planwright\n",
  );
  process.exitCode = 1;
}
