import { columns } from "../columns.ts";
import { exit, text } from "../command.ts";
import { exitOf, readPayload } from "../commands/tools.ts";
import { ask } from "./ask.ts";

export const list = ask("listTools", {
  call: () => ({}),
  words: ({ tools }) =>
    columns(
      tools.map(({ name, effect, source, description }) => [name, effect, source, description.split("\n")[0] ?? ""]),
    ),
});

export const show = ask("getTool", {
  call: ({ args: [id = ""] }) => ({ params: { id } }),
  words: (tool) => `${JSON.stringify(tool, null, 2)}\n`,
});

export const call = ask("executeVerb", {
  async call(invocation) {
    const [verb = ""] = invocation.args;
    const key = text(invocation, "key");
    const body = { verb_id: verb, payload: await readPayload(invocation), request_id: key ?? "cli", caller: "cli" };
    return key === undefined ? { body } : { body, idempotencyKey: key };
  },
  words: (answer) =>
    answer.ok ? `${JSON.stringify(answer.output, null, 2)}\n` : `${answer.error.code}: ${answer.error.message}\n`,
  code: (answer) => (answer.ok ? exit.ok : exitOf(answer.error.code)),
});
