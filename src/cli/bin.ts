#!/usr/bin/env node
// Whatever Node stands first on the PATH reads this file: it has no import, and no word that an old one cannot parse.
const oldest = [22, 13] as const;
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) {
  // What was compiled once need not be again: a third of the time of a short command.
  (await import("node:module")).enableCompileCache();
  const { runProcess } = await import("./run-process.ts");
  await runProcess(process);
} else {
  process.stderr.write(
    `planwright: Node ${oldest.join(".")} or newer is needed, and this is ${process.versions.node}.\n` +
      "Install one from https://nodejs.org, or run: npx -p node@24 -p planwright planwright\n",
  );
  process.exitCode = 1;
}
