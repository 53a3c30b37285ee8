import { describe, expect, it } from "vitest";
import { read } from "../reading.ts";

const options = { now: "2026-11-18T09:00:00Z", zone: "UTC" };

/** `act polarity: text` of each clause. */
function clauses(text: string): string[] {
  return read(text, options).clauses.map(({ act, polarity, text: said }) => `${act} ${polarity}: ${said}`);
}

describe("what a clause does and how far it is meant", () => {
  it.each([
    [
      "Cancel Mrs Hart's X-ray and book her a blood test",
      ["do positive: Cancel Mrs Hart's X-ray", "do positive: book her a blood test"],
    ],
    ["Please don't discharge the patient in bed 4", ["forbid negated: Please don't discharge the patient in bed 4"]],
    ["Never ship pallets without a label", ["forbid negated: Never ship pallets without a label"]],
    ["Should we reorder gloves?", ["ask hypothetical: Should we reorder gloves"]],
    ["Perhaps move the maths exam to Thursday", ["do hedged: Perhaps move the maths exam to Thursday"]],
    ["It is too early to close the school trip", ["tell hedged: It is too early to close the school trip"]],
    ["The refit is almost finished", ["tell hedged: The refit is almost finished"]],
    ["Give the shift to Nadia instead of Omar", ["do alternative: Give the shift to Nadia instead of Omar"]],
    ["Send the slip to the parents, not the pupils", ["do alternative: Send the slip to the parents, not the pupils"]],
    ["Could you count the boxes in aisle 7?", ["do positive: Could you count the boxes in aisle 7"]],
    ["Which shelves are empty?", ["ask positive: Which shelves are empty"]],
    ["Yes, go ahead", ["confirm positive: Yes, go ahead"]],
    ["never mind", ["cancel negated: never mind"]],
    ["No, to room 12", ["correct positive: No, to room 12"]],
    [
      "If stock drops below 20, order 100 more, otherwise do nothing",
      ["tell positive: If stock drops below 20", "do positive: order 100 more", "forbid negated: otherwise do nothing"],
    ],
    ["Close ward 3 to visitors? not sure", ["do hedged: Close ward 3 to visitors", "tell hedged: not sure"]],
    [
      "Move the fitting to Tuesday. Actually, forget it.",
      ["do negated: Move the fitting to Tuesday", "cancel negated: Actually, forget it"],
    ],
    ["Show lessons that have no teacher", ["do alternative: Show lessons that have no teacher"]],
    [
      "Put crate A on shelf 1 and crate B on shelf 2",
      ["do positive: Put crate A on shelf 1", "do positive: crate B on shelf 2"],
    ],
    [
      "Запиши Веру к окулисту и отправь ей памятку",
      ["do positive: Запиши Веру к окулисту", "do positive: отправь ей памятку"],
    ],
    ["Не выписывай пациента из третьей палаты", ["forbid negated: Не выписывай пациента из третьей палаты"]],
    ["Контрольную переносить не надо", ["forbid negated: Контрольную переносить не надо"]],
    ["Стоит ли заказать ещё перчаток?", ["ask hypothetical: Стоит ли заказать ещё перчаток"]],
    ["Пока рано закрывать набор в кружок", ["do hedged: Пока рано закрывать набор в кружок"]],
    ["Вместо Олега поставь на смену Нину", ["do alternative: Вместо Олега поставь на смену Нину"]],
    ["Ремонт почти закончен", ["tell hedged: Ремонт почти закончен"]],
    ["Только не красную краску", ["forbid negated: Только не красную краску"]],
    ["Сколько коробок на складе?", ["ask positive: Сколько коробок на складе"]],
    [
      "Отметь урок проведённым и удали черновик",
      ["do positive: Отметь урок проведённым", "do positive: удали черновик"],
    ],
    ["Если остаток меньше 5, закажи сотню", ["tell positive: Если остаток меньше 5", "do positive: закажи сотню"]],
    [
      "Перенеси примерку на вторник. Хотя нет, не надо.",
      ["do negated: Перенеси примерку на вторник", "cancel negated: нет, не надо"],
    ],
    ["Покажи заявки, которые не оплачены", ["do alternative: Покажи заявки, которые не оплачены"]],
    ["да, давай", ["confirm positive: да, давай"]],
    ["Stop moving pallets to bay 4", ["forbid negated: Stop moving pallets to bay 4"]],
    ["Leave the order alone", ["forbid negated: Leave the order alone"]],
    ["The nurse wants to close the ward", ["tell positive: The nurse wants to close the ward"]],
    ["No, close the ward", ["correct positive: No, close the ward"]],
    ["Перенеси экзамен на пятницу, а не на среду", ["do alternative: Перенеси экзамен на пятницу, а не на среду"]],
    ["не Вере, а Нине", ["tell alternative: не Вере, а Нине"]],
    ["There is no good reason to close ward 3", ["tell negated: There is no good reason to close ward 3"]],
    ["No sense in closing bed 4", ["tell negated: No sense in closing bed 4"]],
    ["Close ward 3 with no delay", ["do alternative: Close ward 3 with no delay"]],
    ["Забыли закрыть набор", ["do hedged: Забыли закрыть набор"]],
    ["There is no rush to close the ward", ["do hedged: There is no rush to close the ward"]],
    ["By no means close the ward", ["forbid negated: By no means close the ward"]],
    ["Omar is going to close the ward", ["tell hedged: Omar is going to close the ward"]],
    ["Мария собирается закрыть набор", ["do hedged: Мария собирается закрыть набор"]],
    ["Надо было закрыть набор", ["do hedged: Надо было закрыть набор"]],
  ])("%s", (text, expected) => {
    expect(clauses(text)).toEqual(expected);
  });

  it("reads bulleted, numbered and inline lists as items of their own", () => {
    const items = (text: string): string[] =>
      read(text, options).sentences.flatMap(({ item, text: said }) => (item === undefined ? [] : [said]));
    expect(items("For the fair:\n- rent two tents\n- print flyers")).toEqual(["rent two tents", "print flyers"]);
    expect(items("1. позвонить в школу\n2. заказать автобус")).toEqual(["позвонить в школу", "заказать автобус"]);
    expect(items("Today: 1) sweep aisle 3 2) weigh the parcels")).toEqual(["sweep aisle 3", "weigh the parcels"]);
  });

  it("keeps a line that was only wrapped in one sentence", () => {
    const text = "Please ask the caretaker whether the gym is free on the day of the\nschool play";
    expect(read(text, options).sentences).toHaveLength(1);
  });
});

describe("scopes", () => {
  const scoped = (text: string): string[] => {
    const { source, spans, tokens } = read(text, options);
    return spans.flatMap((span) => {
      const scope = span.kind === "polarity" || span.kind === "quantifier" ? span.scope : undefined;
      return scope === undefined ? [] : [source.slice(tokens[scope.start]?.from, tokens[scope.end - 1]?.to)];
    });
  };

  it.each([
    ["Give the shift to Nadia instead of Omar", ["Omar"]],
    ["Discharge everyone except bed 4, bed 7 and Mr Lee", ["bed 4, bed 7 and Mr Lee"]],
    ["Close lessons that are not urgent", ["urgent"]],
    ["Вместо Розы Лилию в букет", ["Розы"]],
    ["Закрой все заявки кроме АБ-3 и АБ-4", ["АБ-3 и АБ-4"]],
  ])("%s", (text, expected) => {
    expect(scoped(text)).toEqual(expected);
  });
});
