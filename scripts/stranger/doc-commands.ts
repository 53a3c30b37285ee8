import { fencesIn } from "./fences.ts";

/** One command of a page, and what the page says it prints. */
export type DocCommand = { page: string; line: number; command: string; prints?: string };

/** The commands of a page's `sh` blocks, in order. An untagged or `text` block right behind one is what its last command prints. */
export function docCommands(page: string, text: string): DocCommand[] {
  const commands: DocCommand[] = [];
  let end: number | undefined;
  for (const { line, tag, text: body, from, to } of fencesIn(text)) {
    const follows = end !== undefined && text.slice(end, from).trim() === "";
    end = undefined;
    if (tag === "sh") {
      commands.push(...commandsIn(body).map((found) => ({ page, line: line + found.at, command: found.command })));
      end = to;
    } else if (follows && (tag === "" || tag === "text")) {
      const last = commands.at(-1);
      if (last) last.prints = body;
    }
  }
  return commands;
}

/** Lines of a block, those that go on (a backslash, a here-document) put together, without comments. */
function commandsIn(body: string): { at: number; command: string }[] {
  const commands: { at: number; command: string }[] = [];
  let open: { at: number; lines: string[]; until?: string | undefined } | undefined;
  for (const [at, line] of body.split("\n").entries()) {
    open ??= { at, lines: [] };
    open.lines.push(line);
    open.until ??= /<<-?\s*'?(\w+)'?/.exec(line)?.[1];
    const goesOn = open.until === undefined ? line.endsWith("\\") : line.trim() !== open.until;
    if (goesOn) continue;
    const command = open.lines.join("\n");
    if (command.trim() !== "" && !command.trim().startsWith("#")) commands.push({ at: open.at, command });
    open = undefined;
  }
  return commands;
}

/** Whether a command goes on until it is stopped. */
export function isService(command: string): boolean {
  return /(?:^|&&|;)\s*(?:npm start|(?:npx )?planwright (?:dev|start)|npm run (?:-s )?planwright -- (?:dev|start))\b/.test(
    command,
  );
}

/** Whether what was printed holds what the page shows; `…` stands for anything. */
export function holds(printed: string, shown: string): boolean {
  const parts = shown
    .trim()
    .split("…")
    .map((part) =>
      part
        .trim()
        .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
        .replaceAll(/\s+/g, "\\s+"),
    );
  return new RegExp(parts.join("[^]*?")).test(printed);
}

/** What a command of a guide needs and a stranger's machine does not have. */
const needs: readonly (readonly [RegExp, string])[] = [
  [/\bcreatedb\b|DATABASE_URL|planwright migrate|planwright start --roles/, "needs a Postgres server"],
  [/\bsystemctl\b/, "needs the installed service"],
  [/\btools pin crm\b/, "needs the MCP server of the example"],
  [/\/var\//, "writes outside the folder"],
];

/** Why a command of a guide cannot be typed on a stranger's machine. */
export function skipReason(command: string): string | undefined {
  return needs.find(([pattern]) => pattern.test(command))?.[1];
}
