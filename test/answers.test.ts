import { describe, expect, it } from "vitest";
import { ask, clinic, counting, order, pharmacy, visits, written } from "./support/ask-tools.ts";
import { renewing } from "./support/renewing-tools.ts";

describe("a question over what tools return is answered in words", () => {
  it.each([
    ["where is Mountain Paths?", /shelf S1/],
    ["how many members do we have?", /members: 2/],
    ["how many members are in Porto", /members: 1/],
    ["what is the email of Olaf Berg", /olaf@example\.org/],
    ["email of Olaf Berg", /olaf@example\.org/],
    ["what is the status of loan L-77?", /L-77.*overdue/],
    ["when is L-77 due?", /2026-03-20/],
    ["list all members", /Ines Duarte[^]*Olaf Berg/],
    ["price of Harbour Seals?", /9 EUR/],
    ["show books about dragons", /Nothing found/],
    ["are we out of Mountain Paths", /copies available 0/],
    ["how many copies of Harbour Seals are left", /copies available 7/],
    ["how much is Harbour Seals", /9 EUR/],
    ["who publishes Mountain Paths", /Mountain Paths.*: Alpine House/],
    ["do we have enough Harbour Lights for CS-012", /^Not enough Harbour Lights.*5 needed, 3 there$/],
    ["do we have enough for class set 12", /Not enough Harbour Lights[^]*Enough Harbour Seals/],
    ["loans due this month", /^(?=.*L-77)(?!.*L-78)/s],
    ["books over 10 EUR", /^(?=.*Harbour Lights)(?!.*Seals)/s],
    ["which book is the cheapest", /^Harbour Seals.*9 EUR$/],
    ["the two cheapest books", /^Harbour Seals.*\nHarbour Lights.*$/],
    ["email address of Olaf Berg's study group", /olaf@example\.org.*not use/],
    ["average price of all books", /13\.8333/],
    ["all books, cheapest first", /Seals[^]*Lights[^]*Paths/],
    ["who is the teacher of class set 12", /teacher Olaf Berg/],
    ["how many copies of Harbour Seals were there last week", /copies available 7.*not use “last week”/],
    ["loans due in July", /Nothing found for “July”/],
  ])("%s", async (goal, expected) => {
    expect(await ask(goal)).toMatch(expected);
  });

  it.each(["delete the member Olaf Berg", "email Olaf Berg", "don't list the members"])("%s is none", async (goal) => {
    expect(await ask(goal)).not.toMatch(/olaf@|Porto/);
  });

  it.each([
    ["where is the amoxil kept", /K2/],
    ["which cabinet is brufen in", /K7/],
    ["who supplies zantac", /Zantac.*Nordmed/],
    ["what do we buy from nordmed", /Amoxil[^]*Zantac/],
    ["email of the supplier of brufen", /aptekar\.example/],
    ["кто поставщик brufen", /Аптекарь/],
    ["what is running low", /^(?=.*Brufen)(?!.*Amoxil)/s],
    ["what is out of stock", /^(?=.*Zantac)(?!.*Brufen)/s],
    ["how many amoxil are free, not reserved", /free 25/],
    ["do we have 30 amoxil", /^Not enough Amoxil.*30 needed, 40 there, allocated 15/],
    ["is there enough amoxil for 20 packs", /^Enough Amoxil/],
    ["what would 5 packs of amoxil cost", /40 EUR/],
    ["total value of the stock in euros", /value: 320 EUR/],
    ["most expensive drug", /^(?=.*Zantac.*12 EUR)(?=.*Brufen.*300 RUB)(?!.*Amoxil)/s],
    ["cheapest drug in euros", /^Amoxil/],
    ["what do we have more of, amoxil or brufen", /Amoxil.*40[^]*Brufen.*6/],
    ["do we have amoxill", /^Amoxil 500/],
    ["do we have green amoxil", /^Nothing about “green”; closest: Amoxil/],
    ["do we have aspirin", /^Nothing found for “aspirin”/],
    ["есть амоксил?", /^Amoxil 500/],
    ["сколько brufen на складе", /in stock 6/],
    ["how many different drugs are there", /drugs: 3/],
    ["how many vendors do we have and where are they", /vendors: 2[^]*Oslo/],
    ["what is the minimum of brufen", /minimum 10/],
    ["where is amoxil and who supplies brufen", /K2[^]*Аптекарь/],
    ["the boss wants to know where the zantac is", /M1/],
    ["which vendors are in Oslo", /^Nordmed[^\n]*$/],
    ["is amoxil above its minimum", /minimum 20, in stock 40/],
    ["do we need to reorder brufen", /^Brufen.*minimum 10, in stock 6/],
    ["which drugs are below the minimum", /^(?=.*Brufen)(?!.*Amoxil)/s],
    ["what is allocated", /^(?=.*Amoxil)(?!.*Brufen)/s],
    ["drugs under 10 packs", /^(?=.*Brufen)(?=.*Zantac)(?!.*Amoxil)/s],
    ["drugs over 10 euros", /^(?=.*Zantac)(?!.*Brufen)(?!.*Amoxil)/s],
    ["which drug do we have the most of", /^Amoxil/],
    ["how many drugs per currency", /EUR: 2\nRUB: 1/],
    ["сколько drugs по валютам", /EUR: 2\nRUB: 1/],
    ["how many amoxil + how many brufen", /^Amoxil.*40[^]*Brufen.*6/],
    ["сколько поставщиков и кто из них в Перми", /^vendors: 2\nООО «Аптекарь»/],
    ["a customer wants 20 packs of amoxil and 5 boxes of brufen, can we do it", /Enough Amoxil[^]*Enough Brufen/],
    ["check if there is any zantac left, somebody is waiting", /in stock 0/],
    ["самое дорогое из рублёвых", /^Brufen/],
    ["хватит ли амоксила на 50 пачек", /^Не хватает: Amoxil/],
    ["сколько brufen не хватает до минимума", /minimum 10, in stock 6/],
    ["can we ship 30 amoxil today or are we short", /^Not enough Amoxil/],
    ["amoxil free, not counting the allocated ones?", /^Amoxil.*free 25/],
    ["amoxil without what's committed", /^Amoxil.*free 25/],
    ["how many amoxil arent reserved", /^Amoxil.*free 25/],
    ["how many amoxil can we still sell", /^Amoxil.*free 25/],
    ["амоксила сколько, резерв не считая", /^Amoxil.*свободно 25/],
    ["can we sell 30 amoxil", /^Not enough Amoxil/],
    ["how much money is tied up in amoxil", /value 320 EUR$/],
    ["what's all that brufen worth", /value 1800 RUB$/],
    ["на какую сумму у нас амоксила", /стоимость 320 EUR$/],
    ["сколько стоит brufen", /^Brufen[^\n]*unit price 300 RUB$|цена 300 RUB$/],
    ["what do we have the most of", /^Amoxil[^\n]*$/],
    ["чего у нас меньше всего", /^Zantac[^\n]*$/],
    ["which drug has the most allocated", /^Amoxil[^\n]*allocated 15$/],
    ["which is cheaper, amoxil or zantac", /^Amoxil[^]*\nZantac/],
    ["more brufen or more amoxil in the cabinet?", /^Amoxil.*40[^]*\nBrufen.*6/],
    ["total allocated", /^15$/],
    ["if I leave out what's allocated, how much amoxil is left", /^Amoxil.*free 25/],
    ["сколько останется амоксила, если отнять резерв", /^Amoxil.*свободно 25/],
    ["what does one pack of amoxil cost us to buy", /^Amoxil[^\n]*unit price 8 EUR/],
    ["сколько мы платим за brufen", /^Brufen[^\n]*300 RUB/],
    ["what exactly comes from nordmed", /Amoxil[^]*Zantac/],
    ["show everything that has fallen below its minimum", /^(?=.*Brufen)(?!.*Amoxil)/s],
    ["I'd like a list of everything that dropped under the safety stock", /^(?=.*Brufen)(?!.*Amoxil)/s],
    ["что опустилось ниже минимума", /^(?=.*Brufen)(?!.*Amoxil)/s],
    ["what's the average price of drugs in euros", /^average unit price: 10 EUR/],
    ["which cabinet do I send the new nurse to for brufen", /K7/],
    ["сможем отгрузить 30 амоксила, если резерв не трогать", /^Не хватает: Amoxil/],
    ["who is I-2", /Аптекарь/],
    ["can we ship 30 amoxil", /free 25$/],
  ])("%s, of a clinic", async (goal, expected) => {
    expect(await ask(goal, clinic)).toMatch(expected);
  });

  it.each([
    ["which patients have no prescription", /^Jon Vik[^\n]*$/],
    ["who of the patients has never had a prescription", /^Jon Vik[^\n]*$/],
    ["у каких пациентов нет телефона", /^Jon Vik[^\n]*$/],
    ["how many patients have no phone number", /patients: 1\nJon Vik/],
    ["which prescriptions are not filled yet", /^(?=.*R-0302)(?!.*R-0301)/s],
    ["drugs with nothing allocated", /^(?=.*Brufen)(?=.*Zantac)(?!.*Amoxil)/s],
    ["what is the margin on R-0301", /^margin: 90 EUR\nAmoxil.*\(11 − 8\) × 30 = 90 EUR$/],
    ["how much do we make on 0302", /^margin: 960 RUB/],
    ["what would be left of the amoxil after R-0301", /^Amoxil.*10 left of 40 after 30/],
    ["is there enough amoxil for R-0301, not counting reserved", /^Not enough Amoxil.*25 there/],
    ["if we hand out 5 packs of amoxil how many are left", /^Amoxil.*left 35.*free 20/],
    ["what is in K7", /^Brufen/],
    ["amoxil, how much of it is spoken for", /^Amoxil.*allocated 15/],
    ["which vendor is located in Oslo", /^Nordmed/],
    ["how many patients do we have on file", /^patients: 3$/],
    ["which open prescriptions are we chasing", /^Nothing about “chasing”; closest: .*R-0302/],
    [
      "which prescriptions are we chasing",
      /^I do not know what “chasing” means here.*status \(open, filled, expired\)/,
    ],
    ["are there any expired prescriptions to chase", /^Nothing found for “expired”/],
    ["prescription 301, who is it for", /Ida Holm/],
    ["the 302 prescription, what is its status", /R-0302.*open/],
    ["is R-0302 bigger than R-0301", /^R-0302, total 3360 RUB\nR-0301, total 330 EUR$/],
    ["which prescription is bigger, 301 or 302", /^R-0301, total 330 EUR\nR-0302, total 3360 RUB$/],
    ["who ordered amoxil", /^R-0301: Amoxil.*patient name Ida Holm$/],
    ["кому продаём brufen", /^R-0302: Brufen.*patient name Вера Лис$/],
    ["what do we charge for brufen", /^R-0302: Brufen[^\n]*unit price 420 RUB$/],
    ["what does Ida Holm pay for amoxil", /^R-0301: Amoxil[^\n]*unit price 11 EUR$/],
    ["price of amoxil on R-0301", /^R-0301: Amoxil[^\n]*unit price 11 EUR$/],
    ["how many brufen are on R-0302", /^R-0302: Brufen[^\n]*quantity 8$/],
    ["which prescriptions have brufen on them", /^R-0302: Brufen[^\n]*Вера Лис$/],
    ["price of amoxil for Ida", /^Amoxil 500 mg \(D-1\), unit price 11 EUR, patient name Ida Holm$/],
    ["price of amoxil 500", /^Amoxil[^\n]*unit price 8 EUR$/],
    ["who supplies amoxil", /Nordmed/],
    ["margin per patient", /^Ida Holm: 90 EUR\nВера Лис: 960 RUB$/],
    ["what is our margin on brufen", /^margin: 960 RUB\nR-0302: Brufen/],
    ["total per patient", /^Ida Holm: 330 EUR\nВера Лис: 3360 RUB$/],
    ["average prescription per patient", /^Ida Holm: 330 EUR\nВера Лис: 3360 RUB$/],
    ["how many prescriptions per patient", /^Ida Holm: 1\nВера Лис: 1$/],
    ["total for Ida Holm", /^total: 330 EUR/],
    ["сколько всего насчитали Вере Лис", /^сумма: 3360 RUB/],
    ["what does one pack of amoxil cost us to buy", /^Amoxil[^\n]*unit price 8 EUR/],
    ["how many prescriptions have been filled so far", /^prescriptions: 1\n[^]*R-0301/],
    ["all prescriptions with their totals please", /^R-0301, total 330 EUR\nR-0302, total 3360 RUB$/],
    ["who is P-3", /^Вера Лис[^\n]*$/],
    ["какие prescriptions открыты и ждут оплаты", /ближайшее: R-0302(?!.*R-0301)/s],
    ["какие prescriptions открыты и висят без оплаты", /^(?=.*R-0302)(?!.*R-0301)/s],
    ["что входит в R-0302", /^R-0302[^]*Brufen[^\n]*8/],
    ["how much is the brufen line on R-0302", /3360/],
  ])("%s, of a pharmacy", async (goal, expected) => {
    expect(await ask(goal, pharmacy)).toMatch(expected);
  });

  it.each([
    ["is it going to snow tonight", /drugs, vendors/],
    ["who was on call last sunday", /drugs, vendors/],
    ["how much did we sell last month", /drugs, vendors/],
    ["who counted the amoxil last time", /drugs, vendors/],
    ["какая сегодня погода", /drugs, поставщики/],
    ["how many nurses do we have", /Nothing found for “nurses”.*drugs, vendors/],
  ])("%s: says which data there is", async (goal, expected) => {
    const answer = await ask(goal, clinic);
    expect(answer).toMatch(expected);
    expect(answer).not.toMatch(/Amoxil|Brufen|Nordmed/);
  });

  it.each(["sneeze R-0301", "need a sneeze for R-0301"])("%s asks nothing of its lines", async (goal) => {
    expect(await ask(goal, pharmacy)).not.toMatch(/R-0301: /);
  });

  it.each([
    ["loan 0077, when is it due", /L-77/],
    ["до какого числа действует L-77", /2026-03-20/],
  ])("%s, of a library", async (goal, expected) => {
    expect(await ask(goal)).toMatch(expected);
  });

  it("asks about a request of which most was not understood", async () => {
    expect(await ask("a member's after two lanterns tonight, can we do it")).not.toMatch(/Ines|Nothing found/);
  });
});

describe("an id of one kind of records is not an id of another", () => {
  it.each(["delete R-0301", "удали R-0301", "remove R-0301 for good"])("%s", async (goal) => {
    expect(await ask(goal, visits)).toMatch(/PLANNER_NO|no tool|нет инструмента/);
    expect(written).toEqual([]);
  });

  it("takes its own", async () => {
    await ask("delete VS-44", visits);
    expect(written.splice(0)).toEqual([{ visit_id: "VS-44" }]);
  });
});

describe("news of a quantity gets a question with the record that it names, and both figures", () => {
  it.each([
    ["we sold 5 amoxil", /D-1.*in stock 40 now.*35\?/],
    ["set the count of brufen to 12", /D-2.*in stock 6 now.*12\?/],
    ["counted the zantac, it's 4 boxes not 6", /D-3.*4\?/],
    ["broke one brufen so there are five left", /D-2.*5\?/],
    ["ten zantac arrived today, please note it", /D-3.*10\?/],
    ["привезли двадцать амоксила", /D-1.*60\?/],
    ["списали две пачки brufen, осталось четыре", /D-2.*4\?/],
    ["ten more brufen arrived, now there are sixteen", /D-2.*16\?/],
    ["got a delivery: twenty zantac, put them in", /D-3.*20\?/],
    ["пересчитал brufen - 7 штук, поправь остаток", /D-2.*7\?/],
    ["we sold 5 aspirin", /Nothing found for “aspirin”/],
  ])("%s", async (goal, expected) => {
    expect(await ask(goal, counting)).toMatch(expected);
    expect(written).toEqual([]);
  });

  it.each([
    "we will sell 5 amoxil",
    "if we sold 5 amoxil, how many would be left",
    "don't set the count of brufen to 12",
    "set the price of brufen to 12",
    "set the minimum of brufen to 12",
    "did we sell 5 amoxil?",
    "I think we sold 5 amoxil",
    "sold 5 amoxil and 3 brufen",
    "we need 5 amoxil",
    "order 5 more amoxil",
  ])("%s is no such news", async (goal) => {
    expect(await ask(goal, counting)).not.toMatch(/Should it be/);
  });
});

describe("words that may be no name are not looked up as one: the answer says what it does not know", () => {
  it.each([
    ["which drugs are gathering dust", /do not know what “[^”]*dust”/],
    ["what got nibbled by mice", /do not know what/],
    ["which prescriptions did the locum botch", /do not know what/],
    ["any drugs sliding towards their end", /do not know what|no tool|not understand/],
    ["какие prescriptions у нас залежались", /Не знаю, что здесь значит «залежались»/],
    ["how many drugs are gathering dust", /^(?!drugs: \d)/],
  ])("%s", async (goal, expected) => {
    const answer = await ask(goal, pharmacy);
    expect(answer).toMatch(expected);
    expect(answer).not.toMatch(/Nothing found|ничего не найдено/);
  });

  it.each([
    ["do we have galvanised ladders", /Nothing found for “galvanised ladders”/],
    ["price of morphine", /Nothing found for “morphine”/],
    ["which vendors are in Bergen", /Nothing found for “Bergen”/],
  ])("%s still finds nothing", async (goal, expected) => {
    expect(await ask(goal, pharmacy)).toMatch(expected);
  });
});

describe("differences, and sums of records that are named", () => {
  it.each([
    ["by how much is R-0302 bigger than R-0301", /^R-0302, total 3360 RUB\nR-0301, total 330 EUR$/],
    ["add up R-0302 and R-0301", /330 EUR[^]*3360 RUB|3360 RUB[^]*330 EUR/],
    ["how far is brufen below its minimum", /difference 4$/],
    ["how many amoxil more than the minimum do we have", /difference 20$/],
    ["how many more amoxil than brufen do we have", /^difference: 34\nAmoxil[^]*Brufen/],
    ["how much more does zantac cost than amoxil", /^difference: 4 EUR\n/],
    ["how much more does zantac cost than brufen", /^(?!.*difference)(?=.*12 EUR)(?=.*300 RUB)/s],
    ["how many more amoxil than aspirin do we have", /^(?!.*difference)Amoxil/s],
    ["how many amoxil and brufen do we have together", /^46\nAmoxil[^]*Brufen/],
    ["на сколько amoxil больше чем brufen", /^разница: 34\n/],
    ["drugs that cost between 5 and 9 euros", /^(?=.*Amoxil)(?!.*Zantac)(?!.*Brufen)/s],
    ["drugs from 5 to 9 euros", /^(?=.*Amoxil)(?!.*Zantac)(?!.*Brufen)/s],
    ["на сколько amoxil больше минимума", /разница 20$/],
    ["which drugs are sitting below the minimum", /^(?=.*Brufen)(?!.*Amoxil)/s],
    ["list confirmed prescriptions", /^(?!.*R-0301)/s],
  ])("%s", async (goal, expected) => {
    expect(await ask(goal, pharmacy)).toMatch(expected);
  });
});

describe("figures of one record are compared, and what records refer to names them", () => {
  it.each([
    ["which drugs have less in stock than their minimum", /^(?=.*Brufen)(?!.*Amoxil)/s],
    ["which drugs have more free than allocated", /^(?=.*Amoxil.*free 25)(?=.*Brufen)(?!.*Zantac)/s],
    ["which drugs have as many in stock as their minimum", /^Zantac[^\n]*$/],
    ["у каких drugs остаток меньше минимума", /^(?=.*Brufen)(?!.*Amoxil)/s],
    ["which drugs from Nordmed are below 10 packs", /^(?=.*Zantac)(?!.*Amoxil)(?!.*Brufen)/s],
    ["cheapest drug from nordmed", /^Amoxil[^\n]*$/],
    ["what are all the drugs from nordmed worth", /^(?=.*Amoxil.*320 EUR)(?!.*Brufen)/s],
    ["what are the drugs bought in euros worth", /^(?=.*Amoxil)(?=.*Zantac)(?!.*Brufen)/s],
    ["who do I write to about brufen", /zakaz@aptekar\.example/],
    ["на какую почту писать насчёт amoxil", /orders@nordmed\.example/],
    ["which is cheaper to buy, amoxil or zantac", /^Amoxil[^]*\nZantac/],
  ])("%s", async (goal, expected) => {
    expect(await ask(goal, pharmacy)).toMatch(expected);
  });

  it.each([
    "which drugs have more shine than minimum",
    "which patients have two",
    "newest prescription",
    "patients without a filled prescription",
  ])("%s is no list of everything", async (goal) => {
    expect(await ask(goal, pharmacy)).not.toMatch(/Amoxil[^]*Brufen|R-0301|Nothing found|Ida[^]*Jon/);
  });
});

describe("an order that names its records by words is planned with what is looked up", () => {
  const count = (drug_id: string, in_stock: number) => ({ tool: "correct_count", drug_id, in_stock });
  const renew = (prescription_id: string) => ({ tool: "renew_prescription", prescription_id });
  it.each([
    ["recount: amoxil 38, brufen 5", [count("D-1", 38), count("D-2", 5)]],
    ["we counted 38 amoxil and 5 brufen", [count("D-1", 38), count("D-2", 5)]],
    ["пересчитали: amoxil 38, zantac 2", [count("D-1", 38), count("D-3", 2)]],
    ["set the count of amoxill to 38 and brufen to 5", [count("D-1", 38), count("D-2", 5)]],
    ["counted the zantac, it's 4 boxes not 6", [count("D-3", 4)]],
    ["set the count of amoxil and brufen to 5", [count("D-1", 5), count("D-2", 5)]],
    ["ten zantac arrived today, please note it", [count("D-3", 10)]],
    ["renew the filled prescription of Ida Holm", [renew("R-0301")]],
    ["renew Ida's prescription", [renew("R-0301")]],
    ["please renew the brufen prescription", [renew("R-0302")]],
  ])("%s", async (goal, expected) => {
    expect(await order(goal, renewing)).toEqual(expected);
  });

  it.each([
    ["renew the prescription", /Which/],
    ["renew the morphine prescription", /morphine/],
    ["renew the filled prescription of Vera", /Vera|filled/],
    ["don't renew Ida's prescription", /./],
    ["should I renew Ida's prescription?", /./],
    ["renew Ida's prescription tomorrow", /tomorrow/],
    ["amoxil 38, brufen 5", /./],
    ["did we count 38 amoxil and 5 brufen?", /./],
    ["don't set amoxil to 38 and brufen to 5", /./],
    ["I think we counted 38 amoxil and 5 brufen", /./],
    ["counted 38 amoxil and lost 2 brufen", /./],
    ["set the count of aspirin to 38 and brufen to 5", /./],
    ["set the price of amoxil to 38 and brufen to 5", /./],
    ["we sold 5 amoxil", /./],
    ["before you set the count of amoxil to 38, call me", /./],
    ["set the count of amoxil to 38. Consult Vera before that", /./],
    ["translate into Dutch: set the count of amoxil to 38", /./],
    ["renew Ida's prescription. Vera does not agree", /Vera/],
    ["after the audit, renew Ida's prescription", /./],
  ])("%s writes nothing", async (goal, expected) => {
    expect(await order(goal, renewing)).toEqual(expect.stringMatching(expected));
  });
});
