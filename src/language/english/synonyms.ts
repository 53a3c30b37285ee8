import { once } from "../../plan/once.ts";
import { stem } from "./stem.ts";

// Everyday words that name one thing, in groups; a word may stand in several. Written from a general thesaurus.
const groups = `
get fetch retrieve obtain receive acquire access pull
find locate search lookup look discover seek
show display view present see
list enumerate
tell give provide know
calculate compute determine work figure
estimate approximate predict forecast project
create make build generate produce construct
write compose draft
add insert append include attach
delete remove erase drop clear
update modify change edit alter adjust revise
set assign configure put
book reserve reservation booking
buy purchase order acquire
sell selling sale
send dispatch deliver transmit ship
convert transform translate change exchange
check verify validate confirm inspect test
analyze examine analysis study assess evaluate investigate
compare comparison contrast versus difference
start begin launch initiate commence
stop end finish terminate halt
turn switch toggle
recommend suggest propose advise recommendation suggestion
schedule plan arrange appointment
cancel abort
track monitor follow trace
save store keep record
play start
pay payment
remind reminder alert notify notification
message text sms
mail email e-mail
person user individual people customer client member
customer client buyer
employee worker staff
company firm business corporation organization enterprise
price cost fee charge rate expense
amount quantity sum total number count
number count quantity
maximum max highest most largest top biggest
minimum min lowest least smallest
big large huge
small little tiny
average mean
total sum overall combined
location place position site venue spot where
city town
country nation
address location
area region zone district surface
destination target goal
origin source start departure
distance length far
duration length time period long
date day when
time hour when
kind type category sort class genre
title name
name title called named
identifier id number code
detail information info data fact
information detail info data
state status condition
picture image photo photograph
film movie
song track music
theater theatre cinema
shop store
car vehicle automobile
trip travel journey tour
flight airline plane airfare
hotel accommodation lodging stay
meal food dish cuisine
food meal cuisine
restaurant eatery dining
recipe dish cook
doctor physician
medicine drug medication
illness disease sickness
weather climate
temperature heat warm cold
speed velocity fast
weight mass heavy weigh
height tall altitude
width wide
depth deep
length long
age old
money cash fund
salary wage pay income
income earning revenue
profit gain earnings
loan credit mortgage
stock share equity
currency money
job position occupation role
house home property
property real estate
apartment flat
lawyer attorney
law legal statute
lawsuit case
court tribunal
crime offense
book novel
author writer
picture drawing
artist painter
match game
team club
player athlete
score result point
rank standing ranking
meeting appointment event
event occasion
task todo
issue ticket bug problem
document file
file document
folder directory
text content message
word term
summary summarize overview
language tongue
near nearby close around closest nearest
nearest closest
latest recent newest current
current present now
recent latest
next following upcoming
previous last prior past
past historical history
history historical past
fast quick rapid
probability chance likelihood odds
growth increase rise
decrease decline reduction drop
interest return
tax taxation
root solution
factor divisor
ingredient component
population people inhabitants
inhabitant resident
color colour
quote estimate offer
deal opportunity
contact person
phone telephone mobile call
light lamp bulb
begin start
movie film
celebrity star
photo image picture
web internet online
website site page
parent mother father
kid child
exercise workout training
gym fitness
diet nutrition
vote election
gene genetic
species animal
plant flower
soil ground
ocean sea
mountain peak hill
building structure architecture
museum gallery
sculpture statue
painting artwork
instrument guitar piano violin
concert gig show
cook prepare
guess estimate
`;

// A quantity is meant where its unit is said.
const quantities = `
temperature: degree degrees celsius fahrenheit kelvin
weight mass: kilogram kilograms kg gram grams pound pounds lbs
distance length: kilometer kilometers km meter meters mile miles
duration: minute minutes hour hours
speed velocity: mph kmh
calorie: nutrition
nutrition: calorie calories
`;

const lists = once(readLists);

function readLists(): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, Set<string>>();
  for (const line of groups.trim().split("\n")) {
    const members = line.split(" ").map((word) => stem(word));
    for (const member of members) {
      const known = table.get(member) ?? new Set<string>();
      for (const other of members) if (other !== member) known.add(other);
      table.set(member, known);
    }
  }
  for (const line of quantities.trim().split("\n")) {
    const [names = "", units = ""] = line.split(": ");
    for (const unit of units.split(" ").map((word) => stem(word))) {
      const known = table.get(unit) ?? new Set<string>();
      for (const name of names.split(" ")) known.add(stem(name));
      table.set(unit, known);
    }
  }
  return new Map([...table].map(([word, others]) => [word, [...others]] as const));
}

/** Other stems that may name the same. */
export function meanings(word: string): readonly string[] {
  return lists().get(word) ?? [];
}
