import { describe, expect, it } from "vitest";
import { actOf, type MessageAct } from "./act-of.ts";

const act = (text: string) => actOf(text, { now: "2030-01-14T09:00:00Z", zone: "UTC" });

const said: Record<MessageAct, string[]> = {
  confirm: [
    "да",
    "Ок!",
    "ага",
    "давай",
    "применяй",
    "да, спасибо",
    "да, создавай",
    "ага, оформляй",
    "yes, create it",
    "yes",
    "go ahead",
    "do it",
    "yes please",
    "👍",
    "👍🏽",
    "+",
  ],
  cancel: [
    "нет",
    "не надо",
    "отмена",
    "забудь",
    "передумал",
    "да нет",
    "всё, не надо, отмена",
    "Всё. Отбой",
    "оставь как есть",
    "actually keep it",
    "не применяй",
    "no",
    "never mind",
    "ok cancel",
    "drop it",
    "don't change the price, cancel",
    "cancel the draft",
    "ладно, дату не меняй, отмена",
    "отменяй всё",
    "👎",
  ],
  undo: [
    "откати",
    "верни как было",
    "верни",
    "нет, верни",
    "верни её",
    "отмени последнее",
    "undo",
    "undo that",
    "revert",
    "roll back",
    "no, put it back",
    "reverse the last change",
  ],
  doubt: ["да?", "ok?", "yes??"],
  ask: ["сколько?", "что?", "what", "when is it due?"],
};

describe("a message about what was shown", () => {
  for (const [meant, texts] of Object.entries(said))
    it.each(texts)(`is ${meant}: %s`, (text) => expect(act(text)).toBe(meant));

  it.each([
    "нет, в брифинг",
    "да, но на Анну",
    "да и ещё создай задачу",
    "yes and also move Lakeside to paused",
    "no, to briefing",
    "отмени задачу STU-4",
    "cancel STU-4",
    "верни Ромашку в переговоры",
    "верни её в переговоры",
    "move it back to negotiation",
    "да, в пятницу",
    "да, удаляй",
    "yes, close it",
    "стоп, не убирай, поставь 3 февраля",
    "wait no, make it Tuesday",
    "yes, 5000",
    "всё, удаляй",
    "keep STU-4",
    "отмена. Переведи STU-4 в работу",
    "cancel that, close STU-4",
    "",
    "...",
  ])("is none where it says more than yes or no, so that nothing is applied by it: %s", (text) => {
    expect(act(text)).toBeUndefined();
  });
});
