export type SmallTalk = "greeting" | "help" | "thanks" | "wait";

// Whole messages only: a greeting before a request is part of the request.
const forms: Record<SmallTalk, RegExp> = {
  greeting:
    /^(?:привет(?:ик|ствую)?|здравствуй(?:те)?|доброе утро|добр(?:ый|ого) (?:день|дня|вечер|вечера)|хай|hi|hello|hey|good (?:morning|afternoon|evening)|yo)(?: (?:всем|бот|there|all|bot|everyone))?$/,
  help: /^(?:помощь|помоги|справка|help|help me|(?:а )?что ты (?:умеешь|можешь)(?: делать)?|как (?:ты|это) работает(?:шь)?|как (?:с тобой|тобой|этим) (?:работать|пользоваться)|кто ты|what can (?:you|i) (?:do|ask|say)|how does (?:this|it) work|how do (?:you|i) (?:work|use (?:this|you|it))|who are you)$/,
  thanks:
    /^(?:спасибо(?: (?:большое|огромное))?|благодарю|спс|большое спасибо|thanks(?: a lot| so much)?|thank you(?: very much| so much)?|thx|ty)$/,
  wait: /^(?:(?:под|по)?ожди(?:те)?|погоди(?:те)?|(?:одну )?(?:минут|секунд)(?:у|ку|очку)|сейчас|не сейчас|позже|потом|пока не надо|wait|(?:wait |just |one )*(?:a )?(?:minute|moment|sec|second)(?: please)?|hold on|hang on|not yet|later)$/,
};

/** Words that ask for nothing to be planned: a greeting, thanks, a question about the assistant itself, a request to wait. */
export function smallTalk(text: string): SmallTalk | undefined {
  const words = text
    .toLowerCase()
    .replaceAll("ё", "е")
    .replaceAll(/[^\p{L}\p{N}\s'’]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  for (const kind of ["greeting", "help", "thanks", "wait"] as const) if (forms[kind].test(words)) return kind;
  return undefined;
}
