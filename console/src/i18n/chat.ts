import { table } from "./table.ts";

export const chatWords = table({
  "chat.text": [
    "The same cards and buttons as the bot's, in the browser.",
    "Те же карточки и кнопки, что у бота, в браузере.",
  ],
  "chat.label": ["Conversation", "Беседа"],
  "chat.message": ["Message", "Сообщение"],
  "chat.placeholder": ["Write what should be done", "Напишите, что нужно сделать"],
  "chat.send": ["Send", "Отправить"],
  "chat.you": ["You", "Вы"],
  "chat.empty": ["Translate something", "Скажите что-нибудь"],
  "chat.empty.text": [
    "Reads are answered at once. What writes becomes a draft with buttons.",
    "На чтение ответ придёт сразу. Изменения станут черновиком с кнопками.",
  ],
  "chat.new": ["New conversation", "Новая беседа"],
  "chat.busy": ["Thinking", "Думаю"],
});
