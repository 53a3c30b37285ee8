import { relative, resolve } from "node:path";
import { programName } from "../../process/program-name.ts";
import { choiceOf, type Handler, type Io, print, UsageError } from "../../command.ts";
import { readTemplate, type TemplateName, templateNames, writeWorkspace } from "../../workspace/workspace-template.ts";

/** Creates a small workspace and prints the next steps. Never overwrites files. */
export const init: Handler = async (invocation) => {
  const { io, args } = invocation;
  const [named = "."] = args;
  const folder = resolve(named);
  const template = choiceOf(invocation, "template", templateNames) ?? templateNames[0];
  const made = writeWorkspace(folder, readTemplate(template));
  if ("existing" in made)
    throw new UsageError(
      `${folder} already contains ${made.existing.join(", ")}, and nothing is overwritten. ` +
        "Choose another folder: planwright init <folder>",
    );
  const files = made.written.map((path) => `  ${path}`);
  const words = [`Created in ${folder}:`, ...files, "", nextSteps(io, folder, template)].join("\n");
  return print(invocation, { folder, template, files: made.written }, words);
};

/** An example goal for each template. */
const goals: Readonly<Record<TemplateName, string>> = {
  shop: 'plan "book a repair of the front brake for Ann on Friday"',
  crm: 'drafts create "move the Acme deal to won"',
  agents: 'plan "how many bolts are left"',
  clinic: 'drafts create "cancel Bob Miller\'s appointment"',
  empty: 'plan "what time is it"',
};

function nextSteps({ env }: Io, folder: string, template: TemplateName): string {
  const planwright = programName(env);
  const way = relative(".", folder);
  const steps = [`${planwright} ${goals[template]}`, `${planwright} dev`];
  return [
    "Next:",
    ...[...(way === "" ? [] : [`cd ${/^[\w./-]+$/.test(way) ? way : JSON.stringify(way)}`]), ...steps].map(
      (step) => `  ${step}`,
    ),
    "See README.md in the folder for more.\n",
  ].join("\n");
}
