import { afterEach, expect, it } from "vitest";
import { openBotApi } from "../examples/06-telegram-bot/bot-api.ts";

let api: Awaited<ReturnType<typeof openBotApi>>;
afterEach(() => api.close());

const call = async (method: string, body: object): Promise<unknown> =>
  (await fetch(`${api.url}/bot1/${method}`, { method: "POST", body: JSON.stringify(body) })).json();

it("nobody waits for words that do not come, however much else is shown", async () => {
  api = await openBotApi();
  const over = new AbortController();
  const seen = api.see("Применено", 200).finally(() => over.abort());
  const ended = expect(seen).rejects.toThrow("aborted");
  while (!over.signal.aborted) await call("editMessageText", { message_id: 1, text: "Черновик" });
  await ended;
});

it("a bot that asks for updates is answered within the time it gives", async () => {
  api = await openBotApi();
  expect(await call("getUpdates", { timeout: 0 })).toEqual({ ok: true, result: [] });
  api.say("привет");
  expect(await call("getUpdates", { timeout: 25 })).toMatchObject({ result: [{ update_id: 1 }] });
});
