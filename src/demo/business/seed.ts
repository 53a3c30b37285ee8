import type { Books, Item, Quote } from "./books.ts";

type SeedItem = readonly [
  sku: string,
  name: string,
  other: string,
  onHand: number,
  reserved: number,
  reorder: number,
  location: string,
  vendor: string,
  cost: number,
  currency: Item["currency"],
];

const items: readonly SeedItem[] = [
  ["ALU-4020", "Aluminium profile 40x20, 6 m", "алюминиевый профиль 40x20", 120, 24, 40, "A-01", "V-001", 18.4, "USD"],
  ["BRG-6204", "Ball bearing 6204-2RS", "подшипник 6204", 340, 0, 100, "A-07", "V-002", 3.15, "USD"],
  ["BLT-M8", "Hex bolt M8x40, zinc, box of 100", "болт М8х40", 56, 10, 20, "A-09", "V-001", 11.9, "USD"],
  ["MTR-075", "Electric motor 0.75 kW", "электродвигатель 0,75 кВт", 7, 2, 5, "B-02", "V-002", 129, "USD"],
  ["PMP-25", "Circulation pump 25-60", "циркуляционный насос 25-60", 3, 0, 4, "B-05", "V-003", 4900, "RUB"],
  ["VLV-15", "Ball valve 15 mm", "шаровой кран 15 мм", 210, 30, 80, "B-06", "V-003", 310, "RUB"],
  ["PNT-RAL", "Powder paint RAL 7016, 20 kg", "порошковая краска RAL 7016", 14, 4, 10, "C-01", "V-004", 9800, "RUB"],
  ["GLV-L", "Work gloves, size L, pack of 12", "перчатки рабочие", 88, 0, 30, "C-03", "V-004", 640, "RUB"],
  ["CBL-3X25", "Cable 3x2.5, 100 m", "кабель 3х2,5", 22, 0, 12, "C-08", "V-005", 86.5, "EUR"],
  ["SNS-IND", "Inductive sensor M12", "индуктивный датчик М12", 0, 0, 10, "C-09", "V-005", 24.2, "EUR"],
];

/** A fresh set of books: a workshop that buys parts and sells assemblies, with records in English and Russian. */
export function seedBooks(): Books {
  return {
    vendors: [
      { vendor_id: "V-001", name: "Northwind Metals", email: "orders@northwind.example", city: "Portland" },
      { vendor_id: "V-002", name: "Delta Drives", email: "sales@deltadrives.example", phone: "+1 503 555 0142" },
      { vendor_id: "V-003", name: "ООО «ТеплоСнаб»", email: "zakaz@teplosnab.example", city: "Казань" },
      { vendor_id: "V-004", name: "ИП Соколова", email: "sokolova@kraski.example", city: "Тверь" },
      { vendor_id: "V-005", name: "Elektro Hansa GmbH", email: "order@elektrohansa.example", city: "Hamburg" },
    ],
    customers: [
      { customer_id: "C-001", name: "Acme Fabrication", email: "buying@acme.example", city: "Seattle" },
      { customer_id: "C-002", name: "ООО «Ромашка»", email: "zakupki@romashka.example", city: "Москва" },
      { customer_id: "C-003", name: "Lakeside Bakery", email: "office@lakeside.example", city: "Madison" },
      { customer_id: "C-004", name: "АО «Северсталькон»", email: "snab@severstalkon.example", city: "Вологда" },
    ],
    items: items.map(toItem),
    quotes: quotes(),
    purchaseOrders: [],
    salesOrders: [],
    letters: [],
    moves: [],
    effects: {},
  };
}

function toItem([sku, name, other, onHand, reserved, reorder, location, vendor, cost, currency]: SeedItem): Item {
  return {
    sku,
    name,
    also_known_as: [other],
    on_hand: onHand,
    reserved,
    reorder_point: reorder,
    location,
    vendor_id: vendor,
    unit_cost: cost,
    currency,
  };
}

function quotes(): Quote[] {
  const rep = { anna: "anna.petrova@workshop.example", tom: "tom.reed@workshop.example" };
  const acme = { customer_id: "C-001", customer_name: "Acme Fabrication", currency: "USD" } as const;
  const romashka = { customer_id: "C-002", customer_name: "ООО «Ромашка»", currency: "RUB" } as const;
  return [
    quote({
      ...acme,
      quote_id: "Q-0192",
      status: "accepted",
      vendor_id: "V-001",
      sales_rep: rep.tom,
      lines: [
        { sku: "ALU-4020", name: "Aluminium profile 40x20, 6 m", quantity: 30, unit_price: 24.9 },
        { sku: "BLT-M8", name: "Hex bolt M8x40, zinc, box of 100", quantity: 8, unit_price: 16.5 },
      ],
    }),
    quote({
      ...acme,
      quote_id: "Q-0193",
      status: "sent",
      vendor_id: "V-002",
      sales_rep: rep.tom,
      lines: [{ sku: "MTR-075", name: "Electric motor 0.75 kW", quantity: 4, unit_price: 179 }],
    }),
    quote({
      ...romashka,
      quote_id: "Q-0201",
      status: "accepted",
      vendor_id: "V-003",
      sales_rep: rep.anna,
      lines: [
        { sku: "PMP-25", name: "Циркуляционный насос 25-60", quantity: 6, unit_price: 6900 },
        { sku: "VLV-15", name: "Шаровой кран 15 мм", quantity: 40, unit_price: 450 },
      ],
    }),
    quote({
      ...romashka,
      quote_id: "Q-0202",
      status: "draft",
      vendor_id: "V-004",
      sales_rep: rep.anna,
      lines: [{ sku: "PNT-RAL", name: "Порошковая краска RAL 7016, 20 кг", quantity: 5, unit_price: 12900 }],
    }),
  ];
}

function quote(fields: Omit<Quote, "total" | "valid_until">): Quote {
  return { ...fields, valid_until: "2030-12-31", total: totalOf(fields.lines) };
}

/** Sum of the lines, rounded to two decimals once. */
function totalOf(lines: readonly { quantity: number; unit_price: number }[]): number {
  return Math.round(lines.reduce((sum, line) => sum + line.quantity * line.unit_price * 100, 0)) / 100;
}
