import type { Language } from "../../contracts/actions/plan.ts";

/** Details of a refusal, in the person's language. */
export const details = {
  noDraft: { en: () => "There is no such Draft.", ru: () => "Такого черновика нет." },
  notYours: {
    en: (author: string) => `The Draft is ${author}'s, and you are not among its approvers.`,
    ru: (author: string) => `Черновик принадлежит ${author}, и вас нет в списке подтверждающих.`,
  },
  notYourOwn: {
    en: () => "Your own Draft needs somebody else's approval.",
    ru: () => "Свой черновик подтверждает кто-то другой.",
  },
  notAnApprover: {
    en: (person: string) => `${person} may not apply this Draft.`,
    ru: (person: string) => `${person} не может применить этот черновик.`,
  },
  authorOnly: {
    en: (author: string) => `Only its author ${author} may change the Draft.`,
    ru: (author: string) => `Менять черновик может только автор ${author}.`,
  },
  closed: {
    en: (status: string, by: string) => `It was ${status === "APPLIED" ? "applied" : "cancelled"} by ${by}.`,
    ru: (status: string, by: string) => `${status === "APPLIED" ? "Применил" : "Отменил"} ${by}.`,
  },
  expired: {
    en: (at: string) => `It expired at ${at}; nothing was written.`,
    ru: (at: string) => `Срок вышел в ${at}; ничего не записано.`,
  },
  superseded: {
    en: (revision: number) => `Revision ${revision} is the newest.`,
    ru: (revision: number) => `Последняя версия: ${revision}.`,
  },
  notReady: {
    en: () => "The Draft has open questions; it cannot be applied yet.",
    ru: () => "Сначала нужен ответ на вопрос; применить пока нельзя.",
  },
  applyFirst: { en: () => "Apply it first.", ru: () => "Сначала нажмите «Применить»." },
  beingApplied: {
    en: () => "It is being applied now.",
    ru: () => "Он как раз применяется.",
  },
  toolsChanged: {
    en: () => "A tool it uses has changed since it was shown. Nothing was written.",
    ru: () => "Инструмент, который он использует, с тех пор изменился. Ничего не записано.",
  },
  recordChanged: {
    en: (changes: string) =>
      `The record has changed since it was shown: ${changes}. Nothing was written. Rebuild the Draft.`,
    ru: (changes: string) => `Запись с тех пор изменилась: ${changes}. Ничего не записано. Соберите черновик заново.`,
  },
  changedSince: {
    en: () => "The record has changed since it was shown. Rebuild the Draft to see the new values.",
    ru: () => "Запись с тех пор изменилась. Соберите черновик заново, чтобы увидеть новые значения.",
  },
  partlyApplied: {
    en: () => "Part of it is applied already; rebuild it instead.",
    ru: () => "Часть уже применена; соберите черновик заново.",
  },
  noPlanner: {
    en: () => "No action planner is configured, so text cannot be planned.",
    ru: () => "Планировщик действий не настроен, слова разобрать нечем.",
  },
  noQuestion: {
    en: (id: string) => `There is no open question "${id}".`,
    ru: (id: string) => `Вопроса «${id}» нет.`,
  },
  noChoice: {
    en: (value: string, choices: string) => `"${value}" is not one of ${choices}.`,
    ru: (value: string, choices: string) => `«${value}» нет среди: ${choices}.`,
  },
  noCandidate: {
    en: (id: string) => `"${id}" is not in the list.`,
    ru: (id: string) => `«${id}» нет в списке.`,
  },
  noAction: {
    en: (id: string) => `There is no action "${id}" that can be changed.`,
    ru: (id: string) => `Действия «${id}», которое можно изменить, нет.`,
  },
  notUnderstood: {
    en: () => "Nothing can be done with that. The Draft is unchanged; say it another way.",
    ru: () => "Так ничего не сделать. Черновик не изменился; скажите иначе.",
  },
  nothingLeft: {
    en: () => "Nothing would be left; cancel it instead.",
    ru: () => "Ничего не останется; лучше отмените черновик.",
  },
  crowded: {
    en: () => "Too many people decide at the same time; your decision was not counted.",
    ru: () => "Слишком много решений сразу; ваше не учтено.",
  },
} as const satisfies Record<string, Record<Language, (...words: never[]) => string>>;
