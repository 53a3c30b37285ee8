import { describe, expect, it } from "vitest";
import { shopOrder } from "./support/shop.ts";

const po = "create_purchase_order quote=<quote_lookup>";
const submitIt = "submit_purchase_order po_id=<create_purchase_order>";
const mailPo = "email_document document_id=<create_purchase_order>";
const mailSo = "email_document document_id=<convert_quote_to_sales_order>";
const so = "convert_quote_to_sales_order quote_id=Q-0192";

describe("a later request of a text may mean what an earlier one names or makes", () => {
  it.each([
    ["make a purchase order from Q-0201, submit it and send it to the vendor", [po, submitIt, mailPo]],
    ["raise a PO off Q-0192 and then submit it", [po, submitIt]],
    ["order everything on Q-0192 from the supplier and submit the order", [po, submitIt]],
    ["turn Q-0192 into a sales order and email that to the customer", [so, mailSo]],
    ["закажи всё по Q-0201 у поставщика и сразу отправь ему", [po, mailPo]],
    ["оформи заказ поставщику по Q-0201, размести его и вышли поставщику", [po, submitIt, mailPo]],
    [
      "submit PO-0310 and send a copy to the vendor",
      ["submit_purchase_order po_id=PO-0310", "email_document document_id=PO-0310"],
    ],
    ["make POs from Q-0192 and Q-0201", [po, po]],
    ["PO off Q-0192 but buy it from V-002 instead", [`${po} vendor_id=V-002`]],
    ["raise and submit a PO from Q-0201", [po, submitIt]],
    ["need a purchase order for q-0192 and let the sales rep know", [`${po} notify_sales_rep=true`]],
    ["open a PO for Q-0201 and tell the rep", [`${po} notify_sales_rep=true`]],
  ])("%s", async (goal, expected) => {
    expect((await shopOrder(goal)).replaceAll(/<quote_lookup\w*>/g, "<quote_lookup>").split("\n")).toEqual(expected);
  });

  it.each([
    "make a PO from Q-0192 but don't submit it",
    "should we order Q-0192 from the vendor?",
    "we ordered Q-0201 from the supplier last week",
    "create a PO from Q-0192 and email Anna about the delay",
    "submit it",
    "make a PO from Q-0192 if the boss agrees",
  ])("%s writes nothing", async (goal) => {
    expect(await shopOrder(goal)).not.toMatch(/_id=|quote=/);
  });
});

describe("values of an order that stand where people put them", () => {
  it.each([
    [
      "email Q-0192 to anna@shop.example with subject Your bolts",
      "email_document document_id=Q-0192 to=anna@shop.example subject=Your bolts",
    ],
    [
      "send Q-0192 to the customer with the note: sorry, one day late. Regards, Ann",
      "email_document document_id=Q-0192 message=sorry, one day late. Regards, Ann",
    ],
    [
      "new vendor Baltic Bolts, sales@bb.example, Tallinn",
      "create_vendor name=Baltic Bolts email=sales@bb.example city=Tallinn",
    ],
    [
      "add supplier Kama Steel with email kama@steel.example from Perm, phone +7 342 200 10 10",
      "create_vendor name=Kama Steel email=kama@steel.example phone=+7 342 200 10 10 city=Perm",
    ],
    [
      "заведи нового поставщика: ООО Вентиль, ventil@mail.example, Омск",
      "create_vendor name=ООО Вентиль email=ventil@mail.example city=Омск",
    ],
  ])("%s", async (goal, expected) => {
    expect(await shopOrder(goal)).toBe(expected);
  });
});

describe("an order whose records, conditions and people are named is planned with what is looked up", () => {
  it.each([
    ["make purchase orders for all accepted quotes", `${po}\n${po}`],
    ["сделай заказы поставщикам по всем принятым предложениям", `${po}\n${po}`],
    ["start a purchase order for the motors quote", po],
    ["mail the paint quote to romashka", "email_document document_id=Q-0202"],
    ["закажи у поставщика всё по предложению с насосами", po],
    [
      "Ромашка согласилась, сделай заказ клиента по их принятому предложению",
      "convert_quote_to_sales_order quote_id=Q-0201",
    ],
    ["acme gave us the green light, make a sales order of the quote they accepted", so],
    ["create a purchase order from Q-0192 with Elektro Hansa as the vendor", `${po} vendor_id=V-005`],
    ["оформи заказ поставщику по Q-0201 на ИП Соколова", `${po} vendor_id=V-004`],
    [
      "send Q-0201 to Romashka with the note: valid till Friday",
      "email_document document_id=Q-0201 message=valid till Friday",
    ],
    ["send Q-0193 to Lakeside Bakery", "email_document document_id=Q-0193 to=office@lakeside.example"],
    ["convert Q-0192 to a sales order, then mail it to acme", `${so}\n${mailSo}`],
    ["set the bolts to 52, then make a PO from Q-0192", `update_stock sku=BLT-M8 on_hand=52\n${po}`],
    ["write off 2 motors", "update_stock sku=MTR-075 on_hand=5"],
    ["оприходуй 12 датчиков", "update_stock sku=SNS-IND on_hand=12"],
    ["12 more cable rolls arrived, add them to stock", "update_stock sku=CBL-3X25 on_hand=34"],
    ["write off 2 motors and 1 pump", "update_stock sku=MTR-075 on_hand=5\nupdate_stock sku=PMP-25 on_hand=2"],
    ["if we have fewer than 10 pumps, make a purchase order from Q-0201", po],
    ["unless we have more than 20 pumps, order from Q-0201", po],
    ["если Q-0201 принята, преврати её в заказ клиента", "convert_quote_to_sales_order quote_id=Q-0201"],
    ["if sensors are out of stock, make a PO from Q-0201", po],
  ])("%s", async (goal, expected) => {
    expect((await shopOrder(goal)).replaceAll(/<quote_lookup\w*>/g, "<quote_lookup>")).toBe(expected);
  });

  it.each([
    ["order from Q-0201 only if there are less than 100 valves left", /on hand 210\. .*nothing is done/],
    ["if gloves drop below 10, make a PO from Q-0202", /on hand 88\. .*nothing is done/],
    ["make a PO from Q-0192 if bolts are below their minimum", /on hand 56, .*reorder point 20\. .*nothing is done/],
    ["если Q-0202 принята, преврати её в заказ клиента", /статус draft\. .*ничего не сделано/],
    ["make purchase orders for all quotes", /^Which quote/],
    ["make a purchase order for the accepted quote", /Which one/],
    ["if Acme pays, turn Q-0192 into a sales order", /./],
    ["they said they may cancel, make a sales order of Q-0192", /cancel/],
    ["the customer is not sure, turn Q-0192 into a sales order", /not sure/],
    ["add 5 pumps to Q-0201", /./],
    ["should we write off 2 motors?", /./],
    ["write off 2 motors or 3 pumps", /./],
    ["write off 2 motors and order from Q-0201", /./],
    ["take 5 bolts and 2 pumps to the customer", /./],
    ["don't write off the 2 motors", /./],
  ])("%s writes nothing", async (goal, expected) => {
    const said = await shopOrder(goal);
    expect(said).toMatch(expected);
    expect(said).not.toMatch(/quote=|_id=|sku=/);
  });
});
