import { describe, expect, it } from "vitest";
import { askBakery } from "./bakery.ts";

/** "A / B": the message B after A. */
function ask(said: string) {
  const turns = said.split(" / ");
  return askBakery(turns.at(-1) ?? "", turns.length > 1 ? turns.slice(0, -1).join("\n") : undefined);
}

describe("what a baker says is read", () => {
  it.each<[string, string[]]>([
    [
      "к тестомесу оставь комментарий вторая скорость опять заедает",
      ["errands.comment e1 text=вторая скорость опять заедает"],
    ],
    [
      "к починке тестомеса добавь комментарий мастер приедет в среду",
      ["errands.comment e1 text=мастер приедет в среду"],
    ],
    [
      "на BK-3 добавь комментарий новое меню понравилось клиенту больше старого",
      ["errands.comment e3 text=новое меню понравилось клиенту больше старого"],
    ],
    [
      "to BK-4 add a comment the customer wants a second visit",
      ["errands.comment e4 text=the customer wants a second visit"],
    ],
    [
      "on oven inspection leave a comment price list is ready for the customer",
      ["errands.comment e4 text=price list is ready for the customer"],
    ],
    ["по Маяку запиши заметку любят рыбу и не любят тополь", ["customers.note q1 text=любят рыбу и не любят тополь"]],
  ])("the text of a comment or a note: %s", async (said, writes) => {
    const { writes: made, questions } = await ask(said);
    expect({ made, questions }).toEqual({ made: writes, questions: [] });
  });

  it.each<[string, string[]]>([
    ["Маяк moved to Gdov, fix the city in the system", ["customers.update q1 city=Gdov"]],
    [
      "Fern Inn changed their phone to +44 113 555 01 02, update please",
      ["customers.update q3 phone=+44 113 555 01 02"],
    ],
    ["Тополь сменил телефон на +7 900 111-22-33, обнови пожалуйста", ["customers.update q2 phone=+7 900 111-22-33"]],
    [
      "Fern Inn changed its email to desk@fern.example, change it please",
      ["customers.update q3 email=desk@fern.example"],
    ],
    ["Тополь переехал в Клин, поправь город в базе", ["customers.update q2 city=Клин"]],
    ["круассаны тополя подорожали до 16000, поправь сумму", ["orders.update o3 price=16000"]],
    ["harvest loaves went up to 35000, fix the amount", ["orders.update o4 price=35000"]],
    ["oven inspection is with Вера now, change the assignee", ["errands.update e4 doer=u1"]],
    ["новое меню взял Тимур, поменяй исполнителя", ["errands.update e3 doer=u3"]],
    ["тестомес починили, галочку поставь", ["errands.update e1 state=Done"]],
    ["муку для маяка заказали, поставь галку", ["errands.update e2 state=Done"]],
    ["новое меню взял в дело, поставь doing", ["errands.update e3 state=Doing"]],
  ])("a value that is told before the order: %s", async (said, writes) => {
    const { writes: made, questions } = await ask(said);
    expect({ made, questions }).toEqual({ made: writes, questions: [] });
  });

  it.each<[string, string[]]>([
    ["создай заказ Ржаной на 8000, заранее благодарю", ["orders.create name=Ржаной price=8000"]],
    ["создай заказ Ржаной на 8000, буду признателен", ["orders.create name=Ржаной price=8000"]],
    ["create an order Rye loaves for 8000, thanks in advance", ["orders.create name=Rye loaves price=8000"]],
  ])("what stands behind the name of something new: %s", async (said, writes) => {
    const { writes: made, questions } = await ask(said);
    expect({ made, questions }).toEqual({ made: writes, questions: [] });
  });

  it.each<[string, string[]]>([
    [
      "заведи клиента Дым и заказ Булочки на 12000",
      ["customers.create name=Дым", "orders.create name=Булочки price=12000"],
    ],
    [
      "заведи заказ Кексы на 7000 и задачу Вере купить изюм",
      ["orders.create name=Кексы price=7000", "errands.create title=купить изюм doer=u1"],
    ],
  ])("several new records: %s", async (said, writes) => {
    const { writes: made, questions } = await ask(said);
    expect({ made, questions }).toEqual({ made: writes, questions: [] });
  });

  it.each<[string, string[]]>([
    ["We lost the Harvest loaves, they went with a cheaper bakery", ["orders.update o4 phase=refused"]],
    ["move Harvest loaves to packed, the driver came early", ["orders.update o4 phase=packed"]],
    ["pls move Harvest loaves to packed, they said yes to the recipe", ["orders.update o4 phase=packed"]],
    ["set the price of Harvest loaves to 45k, they added 40 rolls", ["orders.update o4 price=45000"]],
    ["lower the priority of BK-1 to ordinary, q4 is crazy", ["errands.update e1 weight=2"]],
    ["BK-4 due tomorrow, no excuses", ["errands.update e4 due=2030-06-11"]],
    ["oven inspection: due tomorrow, no excuses", ["errands.update e4 due=2030-06-11"]],
    ["give BK-4 to Вера, Lisa is swamped", ["errands.update e4 doer=u1"]],
    ["новое меню передаем Вере, Олег зашивается", ["errands.update e3 doer=u1"]],
    ["новое меню отдаём Тимуру, Олег перегружен", ["errands.update e3 doer=u3"]],
    ["круассаны тополя 18000, они добавили 40 штук", ["orders.update o3 price=18000"]],
    ["маяк пироги в отказ, у них бюджет заморозили", ["orders.update o2 phase=refused"]],
    ["маяк пироги в отказ у них бюджет заморозили", ["orders.update o2 phase=refused"]],
    ["все поручения Олега на Веру, Олег в отпуске", ["errands.update e1 doer=u1", "errands.update e3 doer=u1"]],
    ["поручения олега все на веру олег в отпуске", ["errands.update e1 doer=u1", "errands.update e3 doer=u1"]],
    ["cancel BK-3, nobody wants the new menu anymore", ["errands.update e3 state=Dropped"]],
    ["cancel BK-3, nobody needs it", ["errands.update e3 state=Dropped"]],
    ["отмени BK-3, оно никому не нужно", ["errands.update e3 state=Dropped"]],
  ])("a reason in any words: %s", async (said, writes) => {
    const { writes: made, questions } = await ask(said);
    expect({ made, questions }).toEqual({ made: writes, questions: [] });
  });

  it.each<[string, string[]]>([
    ["тополь круассаны выданы", ["orders.update o3 phase=served"]],
    ["заказ муки для маяка сделан", ["errands.update e2 state=Done"]],
    ["починка тестомеса сделана", ["errands.update e1 state=Done"]],
    ["заказ муки выполнен", ["errands.update e2 state=Done"]],
  ])("what was done, behind its noun: %s", async (said, writes) => {
    const { writes: made, questions } = await ask(said);
    expect({ made, questions }).toEqual({ made: writes, questions: [] });
  });

  it.each<[string, string[]]>([
    ["починку тестомеса переставь на пятницу", ["errands.update e1 due=2030-06-14"]],
    ["заказ муки для маяка на четверг и на Олега", ["errands.update e2 due=2030-06-13 doer=u2"]],
    ["menu zavtrakov to done", ["errands.update e3 state=Done"]],
    ["круассаны в refused", ["orders.update o3 phase=refused"]],
    ["заказ круасаны выдан", ["orders.update o3 phase=served"]],
  ])("names in other forms: %s", async (said, writes) => {
    const { writes: made, questions } = await ask(said);
    expect({ made, questions }).toEqual({ made: writes, questions: [] });
  });

  it.each<[string, string[]]>([
    ["свадебный торт и пироги оба в упакован", ["orders.update o1 phase=packed", "orders.update o2 phase=packed"]],
    ["harvest loaves back from baking to asked pls, and make it 32 000", ["orders.update o4 phase=asked price=32000"]],
    ["BK-1 from todo to doing please and give it to Вера", ["errands.update e1 state=Doing doer=u1"]],
    [
      "set the price of Harvest loaves to 32k and delivery to end of June",
      ["orders.update o4 price=32000 delivery=2030-06-30"],
    ],
    ["BK-2: urgent, to Олег, due Friday", ["errands.update e2 weight=1 doer=u2"]],
    ["BK-1 на Веру и до пятницы", ["errands.update e1 doer=u1 due=2030-06-14"]],
    ["то что в деле перекинь в todo", ["errands.update e2 state=Todo"]],
    ["те что в деле верни в todo", ["errands.update e2 state=Todo"]],
    ["everything that is doing goes back to todo", ["errands.update e2 state=Todo"]],
    ["всё что в деле переведи в готово", ["errands.update e2 state=Done"]],
    ["every overdue errand that isn't urgent goes to Вера", ["errands.update e4 doer=u1"]],
    ["перенеси на понедельник все просроченные, которые не срочные", ["errands.update e4 due=2030-06-17"]],
  ])("several records or fields: %s", async (said, writes) => {
    const { writes: made, questions } = await ask(said);
    expect({ made, questions }).toEqual({ made: writes, questions: [] });
  });

  it.each<[string, string[]]>([
    ["перенеси просроченные поручения на понедельник / олегову убери из списка", ["errands.update e4 due=2030-06-17"]],
  ])("turns: %s", async (said, writes) => {
    const { writes: made, questions } = await ask(said);
    expect({ made, questions }).toEqual({ made: writes, questions: [] });
  });

  it.each<[string, string[]]>([
    ["Олег болеет, отдай его задачи Вере", ["errands.update e1 doer=u1", "errands.update e3 doer=u1"]],
    ["move all orders owned by Lisa in baking to packed", ["orders.update o4 phase=packed"]],
    [
      "переведи все заказы, которые ведёт Олег, в отказ",
      ["orders.update o2 phase=refused", "orders.update o3 phase=refused"],
    ],
  ])("questions: %s", async (said, writes) => {
    const { writes: made, questions } = await ask(said);
    expect({ made, questions }).toEqual({ made: writes, questions: [] });
  });

  it.each([
    ["which customers do we have in Leeds", "Fern"],
    ["кто в Пскове", "Маяк"],
    ["в каком городе маяк", "Псков"],
    ["did we serve anything for Маяк so far? which ones", "куличи"],
    ["what did we serve for Маяк", "куличи"],
    ["сколько денег в выпечке", "39"],
    ["who is doing the new menu", "Олег"],
  ])("questions: %s", async (said, answer) => {
    const { writes, summary } = await ask(said);
    expect(writes).toEqual([]);
    expect(summary).toContain(answer);
  });
});

describe("what a baker leaves open is asked about", () => {
  it.each([
    "fix the city of Fern Inn in the crm",
    "поправь город Тополя в базе",
    "новое меню начал Олег, статус поменяй",
  ])("a value that is told before the order: %s", async (said) => {
    const { writes, questions, picks } = await ask(said);
    expect(writes).toEqual([]);
    expect(questions.length + picks.length).toBeGreaterThan(0);
  });

  it.each(["I think we should maybe close BK-1", "I think we should close BK-3", "думаю надо бы удалить BK-3"])(
    "what is only considered: %s",
    async (said) => {
      const { writes, questions, picks } = await ask(said);
      expect(writes).toEqual([]);
      expect(questions.length + picks.length).toBeGreaterThan(0);
    },
  );

  it.each([
    "BK-3 больше не нужна",
    "BK-3 уже не актуальна",
    "BK-3 is no longer needed",
    "we don't need BK-3 any more",
    "новое меню завтраков больше не нужно",
  ])("what is no longer needed: %s", async (said) => {
    const { writes, questions, picks } = await ask(said);
    expect(writes).toEqual([]);
    expect(questions.length + picks.length).toBeGreaterThan(0);
  });

  it.each([
    "close date... delivery of both mayak orders should be next friday",
    "закрой тестомес напиши там спасибо и поставь веру на новое меню",
    "everything on olegs plate goes to Вера except the new menu",
  ])("several records or fields: %s", async (said) => {
    const { writes, questions, picks } = await ask(said);
    expect(writes).toEqual([]);
    expect(questions.length + picks.length).toBeGreaterThan(0);
  });

  it.each([
    "новый заказ! Тополь хотят кексы примерно на 24 т.р.",
    "запланируй на четверг, 14-00, показ тортов",
    "встреча с Тополем",
  ])("something new, told first: %s", async (said) => {
    const { writes, questions, picks } = await ask(said);
    expect(writes).toEqual([]);
    expect(questions.length + picks.length).toBeGreaterThan(0);
  });

  it.each([
    "переведи свадебный торт в печь / и сумму 60",
    "move harvest loaves to packed / and amount 40",
    "заказ маяк 60000",
  ])("turns: %s", async (said) => {
    const { writes, questions, picks } = await ask(said);
    expect(writes).toEqual([]);
    expect(questions.length + picks.length).toBeGreaterThan(0);
  });
});

// Each of these once proposed a write that nobody asked for, or is near one that did.
describe("nothing is written", () => {
  it.each([
    "Next week we may close BK-1",
    "Next month we may add a comment to BK-1: blade is dull",
    "at some point they may delete BK-3",
    "I may close BK-2 later",
    "We may want to drop BK-3",
    "Hold off on this one: close BK-1",
    "Hold off on that: comment on BK-1: blade is dull",
    "Воздержись пока: закрой BK-1",
    "Воздержитесь: добавь комментарий к BK-2: муки нет",
    "Повремени с этим: удали BK-3",
    "refrain from this for now: delete BK-3",
    "not yet: close BK-1",
    "Can we close BK-1 or is it too early?",
    "Can we comment on BK-1: blade is dull or is it too early?",
    "Можем закрыть BK-1 или рано?",
    "Once Вера is back from leave, assign all errands to Вера",
    "When Тимур returns, give all errands to Тимур",
    "как Вера вернется из отпуска, переведи все поручения на Веру",
    "после отпуска Веры переведи все поручения на Веру",
  ])("what is only considered: %s", async (said) => {
    expect((await ask(said)).writes).toEqual([]);
  });

  it.each([
    "create an order Rye loaves for 8000, but only when Вера gives the go-ahead",
    "create an order Rye loaves for 8000 - not now, later",
    "create an order Rye loaves for 8000: is that a good idea?",
    "create an order Rye loaves for 8000 once the advance is paid",
    "create an order Rye loaves for 8000, when they confirm",
    "create an order Rye loaves for 8000 after the tasting",
    "create an order Rye loaves for 8000, or is it too early?",
    "создай заказ Ржаной на 8000: хорошая ли это мысль?",
    "создай заказ Ржаной на 8000, но только когда Вера одобрит",
    "создай заказ Ржаной на 8000 - не сейчас, позже",
    "создай заказ Ржаной на 8000 как только внесут аванс",
    "создай заказ Ржаной на 8000 после дегустации",
    "create an order Rye loaves for 8000 and ring the plumber",
    "создай заказ Ржаной на 8000 и вызови сантехника",
  ])("what stands behind the name of something new: %s", async (said) => {
    expect((await ask(said)).writes).toEqual([]);
  });

  it.each(["удали BK-3 / а нет не надо, пусть живёт", "delete BK-3 / no wait, let it live"])(
    "turns: %s",
    async (said) => {
      expect((await ask(said)).writes).toEqual([]);
    },
  );

  it.each(["Anna is sick"])("questions: %s", async (said) => {
    expect((await ask(said)).writes).toEqual([]);
  });
});
