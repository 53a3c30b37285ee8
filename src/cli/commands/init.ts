import { relative, resolve } from "node:path";
import { calledAs } from "../called-as.ts";
import { exit, flag, type Handler, type Io, text, UsageError } from "../command.ts";
import { readTemplate, type TemplateName, templateNames, writeWorkspace } from "../workspace-template.ts";

/** Writes a small workspace and says what to do in it. Nothing that is there is overwritten. */
export const init: Handler = async (invocation) => {
  const { io, args } = invocation;
  const [named = "."] = args;
  const folder = resolve(named);
  const template = templateNames.find((name) => name === text(invocation, "template")) ?? templateNames[0];
  const made = writeWorkspace(folder, readTemplate(template));
  if ("inTheWay" in made)
    throw new UsageError(
      `${folder} has ${made.inTheWay.join(", ")} already, and nothing is overwritten. ` +
        "Name another folder: planwright init <folder>",
    );
  if (flag(invocation, "json")) io.out(`${JSON.stringify({ folder, template, files: made.written })}\n`);
  else
    io.out(
      [`${folder} has now`, ...made.written.map((path) => `  ${path}`), "", nextSteps(io, folder, template)].join("\n"),
    );
  return exit.ok;
};

/** A goal that each template has the tool and the words for. */
const goals: Readonly<Record<TemplateName, string>> = {
  service: 'plan "book a repair of the front brake for Ann on Friday"',
  crm: 'drafts create "move the Acme deal to won"',
  agents: 'plan "how many bolts are left"',
};

function nextSteps({ env }: Io, folder: string, template: TemplateName): string {
  const planwright = calledAs(env);
  const way = relative(".", folder);
  const steps = [`${planwright} ${goals[template]}`, `${planwright} dev`];
  return [
    "Next:",
    ...[...(way === "" ? [] : [`cd ${/^[\w./-]+$/.test(way) ? way : JSON.stringify(way)}`]), ...steps].map(
      (step) => `  ${step}`,
    ),
    "README.md there has more to try, and what each file is for.\n",
  ].join("\n");
}
