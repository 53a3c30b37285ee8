import type { PlanWords } from "../language.ts";

export const planWords: PlanWords = {
  run: new Set(["run", "start", "launch", "execute"]),
  plan: new Set(["plan"]),
  texts: {
    run: "Run the plan {name} (version {version})",
    schedule: "{said} ({cron}, {zone}), approved for {runs} runs until {until}",
    value: "Which value has {name}?",
    which: "Which saved plan?",
  },
};
