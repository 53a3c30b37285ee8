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
