import { TeachRequest } from "../../src/contracts/api/lessons.ts";
import { createLessonBook, type Entry } from "../../src/planners/lessons/lesson-book.ts";
import { indexOf } from "../../src/planners/lessons/book-index.ts";
import { derive } from "../../src/planners/lessons/derive.ts";
import { toPackText } from "../../src/planners/lessons/taught-pack.ts";
import type { TaughtRules } from "../../src/ports/planner.ts";
import { createLessonRecords } from "../../src/runtime/lessons/lesson-records.ts";
import { createLessonShelves } from "../../src/runtime/lessons/lesson-shelf.ts";
import { createLessons } from "../../src/runtime/lessons/lessons.ts";
import { planRequest } from "../../src/runtime/planning/plan-request.ts";
import { createPlanning, demoTools, type Planning } from "../../src/runtime/planning/planning.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { createSqliteStore } from "../../src/store/sqlite/store.ts";
import { atPointer } from "../../src/plan/pointer.ts";
import { isJsonObject } from "../../src/plan/json.ts";

// Processor time of planning and teaching with many lessons: npx node eval/teach/speed.ts [lessons]
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
  const spec = demoTools().find(({ name }) => name === tool);
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
  return { lesson, derived: derive(lesson, demoTools()) };
}

/** Processor time of a piece of work; elapsed time says more about the machine's other work. */
async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

async function measurePlanning(planning: Planning, entries: readonly Entry[]): Promise<void> {
  const { book } = createLessonBook(entries);
  const round = (taught?: TaughtRules): Promise<number> =>
    cpuMs(async () => {
      for (const goal of goals)
        await planning.plan("grammar", {
          ...planRequest({ goal, toolbox: demoTools(), now }),
          ...(taught && { taught }),
        });
    });
  for (let count = 0; count < 10; count += 1) await round(count % 2 === 0 ? undefined : book);
  const [none, many]: [number[], number[]] = [[], []];
  // In turns, so that neither has the warmer process.
  for (let count = 0; count < 60; count += 1) {
    none.push((await round()) / goals.length);
    many.push((await round(book)) / goals.length);
  }
  const [without, withAll] = [median(none), median(many)];
  console.log(
    `planning, median: ${without.toFixed(2)} ms with no lesson, ${withAll.toFixed(2)} ms with ${entries.length} (${(withAll / without).toFixed(2)} times)`,
  );
}

/**
 * The whole of teaching, checks included, one lesson after the other, for a tenant that has some already, in a service
 * that has just started. The file with all rules is written after each answer, as on SQLite.
 */
async function measureTeaching(planning: Planning, known: readonly Entry[], count: number): Promise<void> {
  const clock = systemClock;
  const store = createSqliteStore(openDatabase({ path: ":memory:" }));
  const version = { version: 1, at: now, by: "speed", change: "many", added: [], removed: [] };
  const changes = known.map((entry) => ({ entry, status: "active" as const, was: 0 }));
  if (known.length > 0) await createLessonRecords(store).commit("speed", version, changes);
  const shelves = createLessonShelves({ store, clock });
  const start = await cpuMs(async () => {
    const { book } = await shelves.get("speed");
    indexOf(book.book);
    toPackText(book.book.rules);
  });
  const lessons = createLessons({
    shelves,
    store,
    clock,
    packs: [],
    planning,
    toolboxOf: demoTools,
    recentRequests: async () => goals,
    onChange: (_, text) => (file = text),
  });
  let file: (() => string) | undefined;
  const [times, files]: [number[], number[]] = [[], []];
  for (let at = 0; at < count; at += 1) {
    const { lesson } = entryOf(known.length + at);
    const plan = { steps: lesson.steps.map((step) => ({ kind: "tool", ...step })) };
    const request = TeachRequest.parse({ request: lesson.request, plan });
    times.push(await cpuMs(() => lessons.teach({ tenant: "speed", by: "speed" }, request)));
    files.push(await cpuMs(() => file?.()));
  }
  const slowest = Math.max(...times);
  const ms = (time = 0): string => `${time.toFixed(0)} ms`;
  console.log(
    `starting with ${known.length} lessons: ${ms(start)}; teaching ${count} more: the first ${ms(times[0])}, median ${ms(median(times))}, slowest ${ms(slowest)} (lesson ${times.indexOf(slowest) + 1}); the file after each: the first ${ms(files[0])}, median ${ms(median(files))}`,
  );
}

const entries = Array.from({ length: Number(process.argv[2] ?? 10_000) }, (_, at) => entryOf(at));
const planning = createPlanning({ clock: systemClock });
await measurePlanning(planning, entries);
await measureTeaching(planning, [], 200);
await measureTeaching(planning, entries, 20);
