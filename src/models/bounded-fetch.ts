/** The response exceeded the size limit. */
export class AnswerTooLarge extends Error {
  override name = "AnswerTooLarge";

  constructor(maxBytes: number) {
    super(`the answer has more than ${maxBytes} bytes`);
  }
}

/** Reads at most `maxBytes` of a response, whatever its headers say. */
export function boundedFetch(send: typeof fetch, maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (response.body === null) return response;
    let seen = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength;
        if (seen > maxBytes) controller.error(new AnswerTooLarge(maxBytes));
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
  };
}
