/**
 * Requests that must never lead to a write, whatever is taught: questions, doubts, prohibitions and talk. A rule that
 * plans a write for one of them is too general.
 */
export const standardRequests: readonly string[] = [
  "hello",
  "thanks a lot",
  "what can you do?",
  "who are you?",
  "never mind",
  "what do we have in stock?",
  "which orders are open?",
  "how many tasks are overdue?",
  "show me the open quotes",
  "how do I create an order?",
  "should I cancel the order?",
  "do not delete anything",
  "don't send the email yet",
  "I am not sure whether to close the deal",
  "what would happen if I deleted the task?",
  "who is responsible for this?",
  "when is the next meeting?",
  "is the invoice paid?",
  "привет",
  "спасибо",
  "что ты умеешь?",
  "кто ты?",
  "забудь",
  "какие заказы открыты?",
  "сколько задач просрочено?",
  "покажи все сделки",
  "как создать заказ?",
  "стоит ли отменить заказ?",
  "ничего не удаляй",
  "не отправляй письмо",
  "не уверен, что сделку надо закрывать",
  "когда следующая встреча?",
  "счёт оплачен?",
];

/** Questions and prohibitions made from the lesson's request: none of them may lead to a write. */
export function contraries(request: string): string[] {
  const said = request.trim().replace(/[.!?…]+$/, "");
  const isRussian = /\p{Script=Cyrillic}/u.test(said);
  return isRussian
    ? [`не надо: ${said}`, `стоит ли ${said}?`, `${said}? не уверен`, `как ${said}?`]
    : [`don't ${said}`, `should I ${said}?`, `${said}? not sure`, `how do I ${said}?`];
}
