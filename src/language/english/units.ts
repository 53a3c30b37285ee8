// Unit word or sign to its standard name. Case matters for a few signs (K, C, F, J, N, V, W, A); they are looked up as written first.
const table = `
meter: m meter meters metre metres
kilometer: km kilometer kilometers kilometre kilometres kms
centimeter: cm centimeter centimeters centimetre centimetres
millimeter: mm millimeter millimeters millimetre
mile: mi mile miles
foot: ft foot feet
inch: inch inches
yard: yd yard yards
gram: g gram grams gr
kilogram: kg kgs kilogram kilograms kilo kilos
milligram: mg milligram milligrams
pound: lb lbs pound pounds
ounce: oz ounce ounces
ton: ton tons tonne tonnes
liter: l liter liters litre litres
milliliter: ml milliliter milliliters
gallon: gallon gallons gal
cup: cup cups
second: s sec secs second seconds
millisecond: ms millisecond milliseconds
minute: min mins minute minutes
hour: h hr hrs hour hours
day: day days night nights
week: week weeks
month: month months
year: yr yrs year years
celsius: °c celsius centigrade
fahrenheit: °f fahrenheit
kelvin: kelvin kelvins
degree: ° degree degrees deg
newton: newton newtons
joule: joule joules
kilojoule: kj kilojoule kilojoules
watt: watt watts
kilowatt: kw kilowatt kilowatts
kilowatthour: kwh
volt: volt volts
ampere: ampere amperes amp amps
ohm: ohm ohms ω
coulomb: coulomb coulombs
pascal: pa pascal pascals
atmosphere: atm atmosphere atmospheres
hertz: hz hertz
kilohertz: khz
megahertz: mhz
gigahertz: ghz
mole: mol mole moles
byte: byte bytes
kilobyte: kb kilobyte kilobytes
megabyte: mb megabyte megabytes
gigabyte: gb gigabyte gigabytes
terabyte: tb terabyte terabytes
pixel: px pixel pixels
calorie: cal calorie calories kcal
acre: acre acres
hectare: ha hectare hectares
percent: % percent percentage pct
dollar: $ usd dollar dollars bucks buck
euro: € eur euro euros
pound sterling: £ gbp
yen: ¥ jpy yen
rupee: ₹ inr rupee rupees
ruble: ₽ rub ruble rubles rouble roubles
yuan: cny yuan
franc: chf franc francs
`;
const signs = {
  K: "kelvin",
  C: "coulomb",
  F: "fahrenheit",
  J: "joule",
  N: "newton",
  V: "volt",
  W: "watt",
  A: "ampere",
};

export const units: ReadonlyMap<string, string> = new Map([
  ...table
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [name = "", forms = ""] = line.split(": ");
      return forms.split(" ").map((form) => [form, name] as const);
    }),
  ...Object.entries(signs),
]);

/** Standard names of money, of both kinds the tables use, to ISO codes. */
export const currencyUnits: ReadonlyMap<string, string> = new Map(
  "dollar USD, euro EUR, pound sterling GBP, yen JPY, rupee INR, ruble RUB, yuan CNY, franc CHF, USD USD, EUR EUR, GBP GBP, JPY JPY, INR INR, RUB RUB, CNY CNY, CHF CHF, KZT KZT, UAH UAH, BYN BYN, CAD CAD, AUD AUD, TRY TRY, PLN PLN"
    .split(", ")
    .map((row) => [row.slice(0, -4), row.slice(-3)] as const),
);
