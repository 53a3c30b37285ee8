import { performance } from "node:perf_hooks";
import { TeachRequest } from "../../src/contracts/api/lessons.ts";
import { createLessonBook, withEntry, type Entry } from "../../src/planners/lessons/lesson-book.ts";
import { derive } from "../../src/planners/lessons/derive.ts";
import type { TaughtRules } from "../../src/ports/planner.ts";
import { createLessonShelves } from "../../src/runtime/lessons/lesson-shelf.ts";
import { createLessons } from "../../src/runtime/lessons/lessons.ts";
import { planRequest } from "../../src/runtime/planning/plan-request.ts";
import { createPlanning, demoTools } from "../../src/runtime/planning/planning.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { createMemoryStore } from "../../src/testing/memory-store/store.ts";
import { atPointer } from "../../src/plan/pointer.ts";
import { isJsonObject } from "../../src/plan/json.ts";

// Planning and teaching with many lessons: npx node eval/teach/speed.ts [lessons]
const now = "2026-03-04T10:00:00Z";
const goals = [
  "Generate a purchase order from quote Q-0192",
  "What do we have in stock of BRG-6204?",
  "Email quote Q-0187 to anna@example.com",
  "feed the office parrot",
  "Сколько подшипников BRG-6204 на складе?",
];
const tools = ["quote_lookup", "inventory_lookup", "vendor_lookup"] as const;
const params = { quote_lookup: "quote_id", inventory_lookup: "item", vendor_lookup: "name" } as const;

/** A word for a number: the same number gives the same word. */
function wordOf(number: number): string {
  const syllables = ["ba", "de", "fi", "go", "lu", "ma", "ne", "pi", "ro", "su"];
  return Array.from(String(number + 1000), (digit) => syllables[Number(digit)]).join("");
}

function entryOf(at: number): Entry {
  const tool = tools[at % tools.length] ?? "quote_lookup";
  const spec = demoTools.find(({ name }) => name === tool);
  const properties = atPointer(spec?.inputSchema, "/properties");
  const [param = params[tool]] = Object.keys(isJsonObject(properties) ? properties : {});
  const request = `${wordOf(at)} the ${wordOf(at * 7 + 3)} of Q-0192`;
  const lesson = {
    id: `speed${String(at).padStart(6, "0")}`,
    request,
    steps: [{ id: "s1", tool, args: { [param]: "Q-0192" }, dependsOn: [] }],
    fixed: ["*"],
    context: {},
    now,
    zone: "UTC",
    taughtBy: "speed",
    taughtAt: now,
    source: "written" as const,
  };
  return { lesson, derived: derive(lesson, demoTools) };
}

async function measureSpeed(count: number): Promise<void> {
  const planning = createPlanning({ clock: systemClock });
  const entries = Array.from({ length: count }, (_, at) => entryOf(at));
  const book = createLessonBook(entries);
  const measure = async (taught?: TaughtRules): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < 40; round += 1)
      for (const goal of goals) {
        const startedAt = performance.now();
        await planning.plan("grammar", {
          ...planRequest({ goal, toolbox: demoTools, now }),
          ...(taught && { taught }),
        });
        if (round > 4) times.push(performance.now() - startedAt);
      }
    return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  };
  const [none, many] = [await measure(), await measure(book.book)];
  console.log(
    `planning, median: ${none.toFixed(2)} ms with no lesson, ${many.toFixed(2)} ms with ${count} (${(many / none).toFixed(2)} times)`,
  );
  const startedAt = performance.now();
  withEntry(book, entryOf(count + 1));
  console.log(
    `deriving all rules of a tool again among ${count} lessons: ${(performance.now() - startedAt).toFixed(0)} ms`,
  );
  await measureTeaching(planning);
}

/** The whole of teaching, checks included, one lesson after the other. */
async function measureTeaching(planning: ReturnType<typeof createPlanning>): Promise<void> {
  const store = createMemoryStore();
  const lessons = createLessons({
    shelves: createLessonShelves({ store, clock: systemClock }),
    store,
    clock: systemClock,
    packs: [],
    planning,
    toolboxOf: () => demoTools,
    recentRequests: async () => goals,
  });
  const times: number[] = [];
  for (let at = 0; at < 200; at += 1) {
    const { lesson } = entryOf(at);
    const plan = { steps: lesson.steps.map((step) => ({ kind: "tool", ...step })) };
    const startedAt = performance.now();
    await lessons.teach({ tenant: "speed", by: "speed" }, TeachRequest.parse({ request: lesson.request, plan }));
    times.push(performance.now() - startedAt);
  }
  const sorted = times.toSorted((a, b) => a - b);
  console.log(`teaching 200 lessons: median ${sorted[100]?.toFixed(0)} ms, slowest ${sorted.at(-1)?.toFixed(0)} ms`);
}

await measureSpeed(Number(process.argv[2] ?? 10_000));
