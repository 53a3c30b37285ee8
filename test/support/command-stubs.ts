import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";

/** Stubs of programs that the documentation uses and a machine with only git and Node lacks. */
const stubs: Readonly<Record<string, (words: string[]) => Promise<void>>> = {
  async cat(words) {
    for (const file of words) await pipeline(createReadStream(file), process.stdout, { end: false });
  },

  async curl(words) {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        silent: { type: "boolean", short: "s" },
        request: { type: "string", short: "X" },
        header: { type: "string", short: "H", multiple: true },
        data: { type: "string", short: "d" },
      },
    });
    const { request, header = [], data } = values;
    const answer = await fetch(positionals[0] ?? "", {
      method: request ?? (data === undefined ? "GET" : "POST"),
      headers: header.map((line): [string, string] => [line.replace(/:.*/, ""), line.replace(/^[^:]*:\s*/, "")]),
      ...(data !== undefined && { body: data }),
    });
    process.stdout.write(Buffer.from(await answer.arrayBuffer()));
  },
};

const [name = "", ...words] = process.argv.slice(2);
const standIn = stubs[name];
if (standIn === undefined) throw new Error(`there is no stub for ${name}`);
await standIn(words);
