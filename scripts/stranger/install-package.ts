import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { openShell } from "./shell.ts";

type InstallTarget = { clone: string; project: string; env: Record<string, string> };

/**
 * Packs the clone, installs the package into an empty project as from the registry, and runs the README's program and a
 * workspace there. Returns an environment with the installed command.
 */
export async function installPackage({ clone, project, env }: InstallTarget): Promise<Record<string, string>> {
  const [, program = "", printed = ""] =
    /```ts\n(.*?)```\n\n```text\n(.*?)```/s.exec(readFileSync(join(clone, "README.md"), "utf8")) ?? [];
  mkdirSync(project);
  writeFileSync(join(project, "program.mjs"), program);
  await type(clone, env, `npm pack --pack-destination "${project}"`);
  const tarball = readdirSync(project).find((name) => name.endsWith(".tgz")) ?? "";
  await type(join(clone, "create-planwright"), env, `npm pack --pack-destination "${project}"`);
  const creator = readdirSync(project).find((name) => name.startsWith("create-")) ?? "";
  await type(project, env, "npm init -y", `npm install ./${tarball}`);
  // The package wants a newer Node than some machines have; the clone has brought one.
  const withNode = { ...env, PATH: [join(clone, "node_modules/node/bin"), env["PATH"]].join(delimiter) };
  await type(project, withNode, "npx planwright init shop");
  const create = `npm exec --yes --package ./${creator} -- create-planwright clinic --template clinic --package ./${tarball}`;
  await type(project, withNode, create);
  await type(join(project, "clinic"), withNode, "npx planwright packs test packs/clinic.cases.yaml");
  const said = await type(project, withNode, "node program.mjs");
  if (said !== printed) throw new Error(`the README's program printed:\n${said}\nand the README says:\n${printed}`);
  return { ...withNode, PATH: [join(project, "node_modules/.bin"), withNode.PATH].join(delimiter) };
}

/** Types commands in a folder; answers with what the last one printed. */
async function type(cwd: string, env: Record<string, string>, ...commands: string[]): Promise<string> {
  const shell = openShell({ cwd, env });
  let last = "";
  try {
    for (const command of commands) {
      process.stdout.write(`package  ${command}\n`);
      const { code, printed } = await shell.run(command, { timeoutMs: 10 * 60_000 });
      if (code !== 0) throw new Error(`${command} ended with ${String(code)}:\n${printed}`);
      last = printed;
    }
  } finally {
    await shell.close();
  }
  return last;
}
