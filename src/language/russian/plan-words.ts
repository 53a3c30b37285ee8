import type { PlanWords } from "../language.ts";

export const planWords: PlanWords = {
  run: new Set(["запусти", "запустить", "запустите", "выполни", "выполнить", "выполните", "прогони"]),
  plan: new Set(["план"]),
  texts: {
    run: "Запустить план {name} (версия {version})",
    schedule: "{said} ({cron}, {zone}), одобрено запусков: {runs}, до {until}",
    value: "Какое значение у {name}?",
    which: "Какой сохранённый план?",
  },
};
