import { table } from "./table.ts";

export const chatWords = table({
  "chat.text": [
    "Ask in a conversation. Changes always need your approval.",
    "Пишите как в чате. Изменения всегда требуют подтверждения.",
  ],
  "chat.label": ["Conversation", "Беседа"],
  "chat.message": ["Message", "Сообщение"],
  "chat.placeholder": ["What do you need?", "Что нужно сделать?"],
  "chat.send": ["Send", "Отправить"],
  "chat.you": ["You", "Вы"],
  "chat.empty": ["Start a conversation", "Начните беседу"],
  "chat.empty.text": [
    "Questions are answered at once. Changes become a draft that you approve.",
    "На вопросы ответ приходит сразу. Изменения становятся черновиком для подтверждения.",
  ],
  "chat.new": ["New conversation", "Новая беседа"],
  "chat.reason": [
    "Reason step by step, with tools that only read",
    "Рассуждать по шагам, с инструментами только для чтения",
  ],
  "chat.reasoning": ["Reasoning…", "Рассуждает…"],
  "chat.used": ["Used: {tools}", "Использовано: {tools}"],
  "chat.busy": ["Working on it…", "Обрабатываем…"],
});
