/** One server-sent event; `data` is parsed JSON. */
export type ServerEvent = { id: string | undefined; event: string; data: unknown };

/** Yields the events of a response until it ends. */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  if (response.body === null) return;
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of chunksOf(response.body)) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event !== undefined) yield event;
    }
  }
}

/** Uses a reader, because not every browser can iterate a stream. */
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

/** Follows the SSE standard: one space after the colon is not part of the value; a line without a field name is a comment. */
function parseBlock(block: string): ServerEvent | undefined {
  const fields = new Map<string, string[]>();
  for (const line of block.split(/\r?\n/)) {
    const [, name = "", value = ""] = /^([^:]+):? ?(.*)$/s.exec(line) ?? [];
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  const data = fields.get("data");
  if (data === undefined) return undefined;
  return {
    id: fields.get("id")?.at(-1),
    event: fields.get("event")?.at(-1) ?? "message",
    data: JSON.parse(data.join("\n")),
  };
}
