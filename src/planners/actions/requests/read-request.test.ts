import { describe, expect, it } from "vitest";
import { Pack } from "../../packs/pack.ts";
import { markWords } from "../words/mark-words.ts";
import { phraseTable } from "../words/phrase-table.ts";
import { writeDate, writeMoment } from "../words/when.ts";
import { readRequest } from "./read-request.ts";
import { type Action, type Choice, type Condition, type FieldValue, isPuzzle, type Test } from "./request.ts";

/** What the readers make of words, end to end. A garden that no evaluation knows: beds with a state, a keeper and a day of watering; walks with an hour. */
const garden = Pack.parse({
  pack: "garden",
  version: "1.0.0",
  description: "Beds and walks",
  languages: ["en", "ru"],
  tools: {},
  entities: {
    state: {
      values: [
        { is: "Dry", says: ["dry", "сухой"] },
        { is: "Planted", says: ["planted", "засаженный"] },
        { is: "Cleared", says: ["cleared", "расчищенный"] },
      ],
    },
  },
  records: {
    bed: {
      says: ["bed", "грядка"],
      id: "id",
      name: "name",
      when: "watering",
      who: "keeper",
      fields: {
        name: { type: "text", says: ["name", "название"] },
        state: { type: "option", says: ["state", "состояние"] },
        keeper: { type: "person", says: ["keeper", "садовник"] },
        watering: { type: "date", says: ["watering", "полив"] },
      },
      marks: [{ says: ["thirsty", "жаждущий"], where: [{ field: "watering", before: "today" }] }],
      search: { tool: "list_beds" },
      change: { tool: "update_bed", args: {} },
      remove: { tool: "drop_bed", args: {} },
      deeds: { clear: { says: ["clear", "расчисти"], field: "state", value: "Cleared" } },
    },
    walk: {
      says: ["walk", "прогулка"],
      id: "id",
      name: "name",
      when: "start",
      who: "guest",
      fields: {
        name: { type: "text", says: ["name"] },
        guest: { type: "person", says: ["guest"] },
        start: { type: "moment", says: ["time", "время"] },
      },
      search: { tool: "list_walks" },
      change: { tool: "update_walk", args: {} },
      remove: { tool: "drop_walk", args: {} },
    },
  },
});

/** Wednesday, 3 March 2027, eight in the morning. */
const now = Date.UTC(2027, 2, 3, 8);
const people = new Map(
  [
    ["olga", "Olga"],
    ["ольги", "Olga"],
    ["ольгу", "Olga"],
    ["max", "Max"],
    ["макса", "Max"],
  ].map(([said = "", name = ""]) => [said, [{ id: name.toLowerCase(), name }]]),
);

/** What a request is read as, a line a block, in short. */
function readAs(source: string): string {
  const marks = markWords(source, { table: phraseTable(garden), people, now });
  const blocks = readRequest({ marks, source, pack: garden, now });
  if (isPuzzle(blocks)) return `? ${blocks.puzzle}: ${blocks.words}`;
  return blocks
    .map(({ condition, does, otherwise }) =>
      [
        ...(condition === undefined ? [] : [`if ${conditionText(condition)}:`]),
        does.map(actionText).join("; "),
        ...(otherwise.length === 0 ? [] : [`else: ${otherwise.map(actionText).join("; ")}`]),
      ].join(" "),
    )
    .join(" / ");
}

function actionText(action: Action): string {
  switch (action.do) {
    case "find":
    case "remove":
      return `${action.do} ${choiceText(action.choice)}`;
    case "change":
      return `set ${action.field} of ${choiceText(action.choice)} to ${valueText(action.value)}`;
    case "shift":
      return `shift ${action.field} of ${choiceText(action.choice)} by ${action.count} ${action.unit}`;
    default:
      return JSON.stringify(action);
  }
}

function choiceText({ kind, tests, name, pick, many }: Choice): string {
  const told = [
    ...(name === undefined ? [] : [`"${name}"`]),
    ...tests.map(testText),
    ...(pick === undefined ? [] : [`${pick.end} ${pick.count}`]),
  ];
  return `${many ? "every" : "the"} ${kind}[${told.join(", ")}]`;
}

function testText(test: Test): string {
  switch (test.op) {
    case "is":
    case "not":
      return `${test.field} ${test.op} ${test.values
        .map((value) => JSON.stringify(value))
        .join("|")
        .replaceAll(`"`, "")}`;
    case "has":
      return `${test.field} has ${test.text}`;
    case "from":
    case "to":
      return `${test.field} ${test.op} ${writeMoment(test.at).replace(" 00:00:00", "")}`;
    case "clock-from":
    case "clock-to":
      return `${test.op} ${test.minutes}`;
    default:
      return test satisfies never;
  }
}

function valueText(value: FieldValue): string {
  switch (value.is) {
    case "value":
      return JSON.stringify(value.value).replaceAll(`"`, "");
    case "moment":
      return value.dateOnly ? writeDate(value.at) : writeMoment(value.at);
    case "day":
      return writeDate(value.at);
    case "clock":
      return `${value.minutes} min`;
    case "whom":
      return value.whom.is === "person" ? value.whom.people.map(({ id }) => id).join("|") : value.whom.is;
    default:
      return JSON.stringify(value);
  }
}

function conditionText(condition: Condition): string {
  if (condition.is === "not") return `not (${conditionText(condition.condition)})`;
  if (condition.is !== "count") return condition.is;
  const { choice, compare, not } = condition;
  return `${not ? "not " : ""}${compare.way} ${compare.than} ${choiceText(choice)}`;
}

describe("choices", () => {
  it.each([
    ["Clear all dry beds", "set state of every bed[state is Dry] to Cleared"],
    ["Clear the bed called Roses", 'set state of the bed["Roses"] to Cleared'],
    ["Drop all thirsty beds", "remove every bed[watering to 2027-03-03]"],
    ["Delete all beds", "remove every bed[]"],
    ["Delete the bed", "? missing: bed"],
    ["Delete beds", "? missing: beds"],
    ["Delete all dry", "remove every bed[state is Dry]"],
    ["Delete all beds that are not planted", "remove every bed[state not Planted]"],
    ["Cancel all walks with Olga and Max", "remove every walk[guest is olga|max]"],
    ["Cancel my first two walks tomorrow", "remove the walk[start from 2027-03-04, start to 2027-03-05, first 2]"],
    ["Cancel the last walk this week", "remove the walk[start from 2027-03-01, start to 2027-03-08, last 1]"],
    ["Cancel all past walks", "remove every walk[start to 2027-03-03 08:00:00]"],
    ["Delete all beds Olga keeps near the fence", "? words: keeps near fence"],
    ["Clear all dry bicycles", "? words: bicycles"],
    ["расчисти все сухие грядки", "set state of every bed[state is Dry] to Cleared"],
    ["удали все жаждущие грядки", "remove every bed[watering to 2027-03-03]"],
    ["удали все грядки", "remove every bed[]"],
    ["удали грядку", "? missing: грядку"],
    ["удали грядку «Розы»", 'remove the bed["Розы"]'],
    ["удали все грядки у забора", "? words: забора"],
  ])("%s", (text, expected) => {
    expect(readAs(text)).toBe(expected);
  });
});

describe("times", () => {
  it.each([
    ["Cancel my next walk with Olga", "remove the walk[guest is olga, start from 2027-03-03 08:00:00, first 1]"],
    [
      "Cancel all walks with Olga on Friday",
      "remove every walk[guest is olga, start from 2027-03-05, start to 2027-03-06]",
    ],
    ["Cancel all walks next week", "remove every walk[start from 2027-03-08, start to 2027-03-15]"],
    ["Cancel all walks before March 10", "remove every walk[start to 2027-03-10]"],
    ["Cancel all walks between March 10 and March 12", "remove every walk[start from 2027-03-10, start to 2027-03-13]"],
    [
      "Cancel all walks on March 10 before noon",
      "remove every walk[start from 2027-03-10, start to 2027-03-11, clock-to 720]",
    ],
    [
      "Cancel all walks today after 3pm",
      "remove every walk[start from 2027-03-03, start to 2027-03-04, clock-from 900]",
    ],
    [
      "Cancel every walk this afternoon",
      "remove every walk[start from 2027-03-03, start to 2027-03-04, clock-from 720]",
    ],
    ["Cancel all walks since Monday", "remove every walk[start from 2027-03-01]"],
    ["Cancel my walk at 5pm", "? missing: walk at 5pm"],
    ["отмени все прогулки на следующей неделе", "remove every walk[start from 2027-03-08, start to 2027-03-15]"],
    ["отмени все прогулки с 10 до 12 марта", "remove every walk[start from 2027-03-10, start to 2027-03-13]"],
    [
      "отмени все прогулки сегодня после 15:00",
      "remove every walk[start from 2027-03-03, start to 2027-03-04, clock-from 900]",
    ],
    [
      "отмени все прогулки завтра до 12:00",
      "remove every walk[start from 2027-03-04, start to 2027-03-05, clock-to 720]",
    ],
    [
      "отмени все прогулки завтра в 15 часов",
      "remove every walk[start from 2027-03-04, start to 2027-03-05, clock-from 900, clock-to 901]",
    ],
    [
      "отмени все прогулки с 10:00 до 12:00 в пятницу",
      "remove every walk[start from 2027-03-05, start to 2027-03-06, clock-from 600, clock-to 720]",
    ],
    ["отмени все прогулки завтра утром", "remove every walk[start from 2027-03-04, start to 2027-03-05, clock-to 720]"],
    ["отмени все прогулки завтра ночью", "? words: ночью"],
    ["отмени все прогулки в 15:00", "? missing: прогулки в 15:00"],
  ])("%s", (text, expected) => {
    expect(readAs(text)).toBe(expected);
  });
});

describe("changes", () => {
  it.each([
    ["Move Olga's dry beds to planted", "set state of every bed[keeper is olga, state is Dry] to Planted"],
    ["Reassign all of Olga's beds to Max", "set keeper of every bed[keeper is olga] to max"],
    ['Assign the bed "Roses" to Max', 'set keeper of the bed["Roses"] to max'],
    ['Change the watering of the bed "Roses" to March 12', 'set watering of the bed["Roses"] to 2027-03-12'],
    ['Change the state of the bed "Roses" to dry', 'set state of the bed["Roses"] to Dry'],
    [
      "Move my next walk with Max to 4pm",
      "set start of the walk[guest is max, start from 2027-03-03 08:00:00, first 1] to 960 min",
    ],
    [
      "Move my walk with Olga tomorrow to Friday",
      "set start of the walk[guest is olga, start from 2027-03-04, start to 2027-03-05] to 2027-03-05",
    ],
    ["Push back my next walk by 2 hours", "shift start of the walk[start from 2027-03-03 08:00:00, first 1] by 2 hour"],
    [
      "Bring my next walk forward by 45 minutes",
      "shift start of the walk[start from 2027-03-03 08:00:00, first 1] by -45 minute",
    ],
    [
      "Delay all walks on Friday by one day",
      "shift start of every walk[start from 2027-03-05, start to 2027-03-06] by 1 day",
    ],
    ['Rename the next walk to "River"', "set name of the walk[start from 2027-03-03 08:00:00, first 1] to River"],
    ["Olga is taking over all dry beds", "set keeper of every bed[state is Dry] to olga"],
    ["All dry beds need to be cleared", "set state of every bed[state is Dry] to Cleared"],
    ["Assign it to Max", "? missing: it |"],
    ["переназначь все грядки Ольги на Макса", "set keeper of every bed[keeper is olga] to max"],
    ["перенеси полив грядки «Розы» на 12 марта", 'set watering of the bed["Розы"] to 2027-03-12'],
    ["перенеси прогулку «Река» на завтра в 15:00", 'set start of the walk["Река"] to 2027-03-04 15:00:00'],
    ["перенеси прогулку «Река» на 16:00", 'set start of the walk["Река"] to 960 min'],
    ["сдвинь прогулку «Река» на 2 часа", 'shift start of the walk["Река"] by 2 hour'],
    ["сдвинь полив грядки «Розы» на неделю", 'shift watering of the bed["Розы"] by 1 week'],
    ["поменяй состояние грядки «Розы» на сухой", 'set state of the bed["Розы"] to Dry'],
  ])("%s", (text, expected) => {
    expect(readAs(text)).toBe(expected);
  });
});

describe("conditions", () => {
  it.each([
    [
      'If Olga has no dry beds, clear the bed "Roses"',
      'if not least 1 every bed[keeper is olga, state is Dry]: set state of the bed["Roses"] to Cleared',
    ],
    [
      "If there are any thirsty beds, assign them to Max",
      "if least 1 every bed[watering to 2027-03-03]: set keeper of every bed[watering to 2027-03-03] to max",
    ],
    [
      'If Olga has more than 3 dry beds, reassign them to Max, otherwise delete the bed "Roses"',
      'if more 3 every bed[keeper is olga, state is Dry]: set keeper of every bed[keeper is olga, state is Dry] to max else: remove the bed["Roses"]',
    ],
    [
      "If there are fewer than 5 planted beds, clear all dry beds",
      "if less 5 every bed[state is Planted]: set state of every bed[state is Dry] to Cleared",
    ],
    [
      "If Olga has at least 2 walks tomorrow, cancel the last one",
      "if least 2 every walk[guest is olga, start from 2027-03-04, start to 2027-03-05]: remove the walk[guest is olga, start from 2027-03-04, start to 2027-03-05, last 1]",
    ],
    [
      "If Max doesn't have any walks today, delete all dry beds",
      "if not least 1 every walk[guest is max, start from 2027-03-03, start to 2027-03-04]: remove every bed[state is Dry]",
    ],
    [
      "Unless Max has a walk tomorrow, cancel the walk with Olga",
      "if not (least 1 every walk[guest is max, start from 2027-03-04, start to 2027-03-05]): remove the walk[guest is olga]",
    ],
    [
      "Clear all dry beds if there are no walks tomorrow",
      "if not least 1 every walk[start from 2027-03-04, start to 2027-03-05]: set state of every bed[state is Dry] to Cleared",
    ],
    [
      "Does Olga have a walk tomorrow? If so, cancel it",
      "if least 1 every walk[guest is olga, start from 2027-03-04, start to 2027-03-05]: remove every walk[guest is olga, start from 2027-03-04, start to 2027-03-05]",
    ],
    [
      "Does Olga have a walk tomorrow? If not, delete all dry beds",
      "if least 1 every walk[guest is olga, start from 2027-03-04, start to 2027-03-05]:  else: remove every bed[state is Dry]",
    ],
    [
      "Delete all dry beds and clear all planted beds",
      "remove every bed[state is Dry]; set state of every bed[state is Planted] to Cleared",
    ],
    [
      "если у Ольги нет сухих грядок, расчисти грядку «Розы»",
      'if not least 1 every bed[keeper is olga, state is Dry]: set state of the bed["Розы"] to Cleared',
    ],
    [
      "если есть жаждущие грядки, расчисти их, иначе удали грядку «Розы»",
      'if least 1 every bed[watering to 2027-03-03]: set state of every bed[watering to 2027-03-03] to Cleared else: remove the bed["Розы"]',
    ],
    [
      "если у Ольги больше 3 сухих грядок, переназначь их на Макса",
      "if more 3 every bed[keeper is olga, state is Dry]: set keeper of every bed[keeper is olga, state is Dry] to max",
    ],
    [
      "если прогулок завтра нет, удали все сухие грядки",
      "if not least 1 every walk[start from 2027-03-04, start to 2027-03-05]: remove every bed[state is Dry]",
    ],
    [
      "удали все сухие грядки и расчисти все засаженные грядки",
      "remove every bed[state is Dry]; set state of every bed[state is Planted] to Cleared",
    ],
  ])("%s", (text, expected) => {
    expect(readAs(text)).toBe(expected);
  });
});
