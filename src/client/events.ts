/** One server-sent event; `data` is parsed JSON. */
export type ServerEvent = { id: string | undefined; event: string; data: unknown };

/** The events of a response until it ends. */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  if (response.body === null) return;
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of chunksOf(response.body)) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event !== undefined) yield event;
    }
  }
}

/** A reader by hand: not every browser can iterate a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parseBlock(block: string): ServerEvent | undefined {
  const fields = new Map(
    block.split("\n").flatMap((line) => {
      const at = line.indexOf(": ");
      return at > 0 ? [[line.slice(0, at), line.slice(at + 2)] as const] : [];
    }),
  );
  const data = fields.get("data");
  if (data === undefined) return undefined;
  return { id: fields.get("id"), event: fields.get("event") ?? "message", data: JSON.parse(data) };
}
