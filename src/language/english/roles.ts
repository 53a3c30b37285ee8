/** Words that planners' rules look for: `role: word, phrase, prefix*, *ending`. */
export const roles = `
article: a, an, the, one, its, it, their, your, some, all
determiner: the, a, an, my, your, our, this, that, its, his, her, their
to do: to
acts too: open, access, track, monitor, remember, connect, explore
for purpose: for
to fetch: for, to for
because: because, since, as
saying: that, saying, says
definite: the, a, an, my
particle: up, out, off, down, back, on, in
one more: a, an, another, one
next request: another, second, third, fourth, fifth, also, other, same, again, next, then, finally, lastly, secondly, thirdly, additionally, what, how
says more: another, second, third, fourth, fifth, also, other, same, again, next, then, finally, lastly, secondly, thirdly, additionally, repeat
same again: same, again, repeat, repeating, instead, redo
condition: if, unless
condition test: more, greater, higher, less, lower, fewer, below, under, above, over, exceeds, least, most, there, any, empty
contrast: while, whereas, but
opens sentence: and, or
opens item: and, but
clause opener: i, you, we, i'm, i'd, i've, i'll, you're, you'd, you'll, we're, we'd, we'll, we've, i’m, i’d, i’ve, i’ll, let's, let’s, could, can, would, please, let, help, for, from, between, in, at, on, by, another, one, once, if, first, second, third, with, to
speaker opens: i, i'm, i'd, i've, you, we, can, could, please
asks whether: see, know, out, me, check, sure, as, even, what, and, or
before whether: see, know, out, whether, check, tell, sure, me
finite: is, are, was, were, be, been, am, has, have, had, do, does, did, will, would, can, could, should, may, might, must, shall, i, you, we, he, she, it, they, i'm, i'd, i've, i'll, you're, you'd, you'll, we're, we'd, we'll, he's, she's, it's, they're, they'd, they'll
pairs: respectively
links thing: happening, occurring, performing, taking, playing, offering, serving, providing, featuring, starring, weighing, measuring, costing, traveling, travelling, moving, driving, running, having, containing, involving, showing, living, working, studying, staying, arriving, departing, leaving, lasting, holding, carrying, using, wearing, selling, belonging
abbreviation: mr, mrs, ms, dr, st, prof, jr, sr, vs, mt, ft, approx, dept, fig
leads to verb: to, please, you, i, and, then, also, can, could, would, should, will, me, kindly, or, we, not, just, let's, help
opens sequence: first, next, second, third, last, once, now, later, again, after, before, assuming, suppose
relative: that, which, who
behind participle: in, on, at, by, to, from, with, for, near, a, an, the, my, as, between, within, until, during
behind noun: is, are, was, of, should, will, has, at
percent 50: halfway
percent 100: maximum, fully, completely
same: same
unless: unless
when: when
the: the
of: of
between: between
language: in
used as: as
participle: *ed, *ing, found, made, held, given, known, born, written, built, sold, bought, kept, grown, shown, seen, taken, spoken, won, lost, sent, paid
plain article: the, a, an
different one: other, another
goes on: with, to
sequence: in addition, firstly, secondly, thirdly, fourthly, fifthly, lastly, finally, next, afterward, afterwards, additionally, moreover, furthermore, meanwhile, also, besides, later, separately
after this: after, besides
this: that, this, which
place ordinal: for, the
names value: is, are, was, of, named, called, titled, as, to, the, a, an, at, being, equal, equals, set, in, for, number, value, that, by, with, on
equates: is, of, equals
placed: in, at, on
extreme: max, maximum, maximal, largest, highest
on topic: about, regarding, concerning, discuss, discusses, discussing, covering, mentioning
asks about: what is, what's, whats, what are, what was, what were, who is, who's, whos, who are, who was, who were, tell me about, search for, search the web for, search the internet for, google
into unit: in, into, to
lower bound: from, between, least, minimum, above, over
upper bound: to, until, most, maximum, under, below, and, through
asks value: what, what's, whats, which, how
supposing: help, plan, like, use, imagine, suppose, assume, consider
idle: help, need, want, know, tell, plan, like, use, imagine, suppose, assume, consider
things: them, those, these, they
it: it, that, this, their
person or clause: that, one, his, her, their, they
at least: at least, no less than, not less than, or more
at most: at most, no more than, not more than, or less
more: more, greater, higher, larger, over, above, exceed, exceeds
less: less, lower, fewer, below, under
is empty: there is no, there are no, there is not any, there are not any, none, nothing, is empty, are empty, no result, no results
exists: there is, there are, exist, exists, any, found, available
equals: is, are, equals, was
denied: not, isn't, aren't
existential: there, any
cheapest: cheapest, cheaper
priciest: priciest, costliest, expensive, pricier, dearer, dearest, costlier
latest: latest, newest, recent
oldest: oldest, earliest
nearest: nearest, closest
slowest: longest, slowest
made before: result, results, resulting, calculated, computed, translated, generated, obtained, returned, found, created, retrieved, converted, encrypted, above, previous, same, output, answer, received, extracted, estimated, recorded
hollow stem: is, has, includ, consid, account, activ, return, show, enabl, allow, us, with, get, onli, need, want, requir, should, do, be, flag, prefer, option
ordinal: first, second, third, fourth, fifth, last
fastest: fastest, shortest, quickest
best: best
worst: worst
highest: highest, largest, biggest, greatest, most, maximum, top
lowest: lowest, smallest, least, fewest, minimum
first of: first, top
negation: not, don't, never, doesn't, isn't, aren't
unit alone: hour, minute
also: also
per year: per year, of year
start name: start, starting, begin, beginning, from, origin, source, departure, initial, check in, pickup
end name: end, ending, to, until, destination, target, finish, arrival, final, check out, dropoff
low: minimum, lower, low
start: start, starting, begin, beginning, departure, initial, departing, check-in
end: end, ending, destination, finish, arrival, final, arriving, check-out
asks back: please provide, please specify, please tell, please confirm, please share, please let, could you, can you, let me know, need to know, need more
falls: sit, sits, sitting, stand, stands, standing, lie, lies, lying, fall, falls, fell, fallen, drop, drops, dropped, dip, dips, dipped, slip, slips, slipped, sink, sinks, sunk, go, goes, gone, went
low supply: do we need to reorder, do we need to order, do we have to order, do we have to reorder, should we reorder, should i order, should i reorder, do i need to order, do i need to reorder, low, lowest, short, scarce, reorder, reordering, reordered, restock*, replenish*, running low, running short, running out, getting low, low on, almost out, nearly out, needs ordering, need ordering, needs to be ordered, need to order, should order, should we order, have to order, must order, needs reordering, need reordering, need to reorder, needs restocking, need to restock
none left: out of, out of stock, sold out, none left, nothing left, run out, ran out, run out of, ran out of
free supply: free, free to sell, available to sell, left to sell, still to sell, can we sell, can we still sell, can i sell, can i still sell, can still sell, unreserved, uncommitted, unallocated, only the free ones, after reservations, left after reservations
leaves out: not, isn't, isnt, aren't, arent, minus, without, except, excluding, not counting, not including, after, left after, only what's not, apart from, less the, take away, taking away, take off, taking off, take out, taking out, subtract, subtracting, deduct, deducting, ignore, ignoring, leave out, leaving out, set aside, setting aside
fulfils: from stock, off the shelf, on the shelf, ship*, fill, fulfil, fulfill, deliver, cover, covered, everything for, all the parts for, pull, take out, hand over, give out
provides: supply, supplies, supplied, supplying, sell, sells, deliver, delivers, provide, provides, buy, bought, purchase, purchased, get, source, sourced, come, comes, coming, pay, pays
sells: sell, sells, selling, charge, charges, charging, charged, quote, quoted, quoting
acquires: buy, buys, buying, bought, ordered, ordering, purchased, purchasing, pay, pays, paying
we: we, we're, we've, we'll, us
holds: with, have, has, having, include, includes, including, contain, contains, containing, on them, on it, in them
party: vendor*, supplier*, seller*, provider*, distributor*, wholesaler*, manufacturer*
client: customer*, client*, buyer*
thing: thing, things, stuff, item, items, product, products, article, articles, goods, part, parts, something, anything, guys, folks, people, ones, one
reorder level: minimum, reorder point, reorder level, reorder threshold, threshold, minimum level, minimum stock, safety stock, safety level
for each: per, by, for each, for every, each, every
kinds of: different, distinct, kinds, types, sorts, varieties, skus
count unit: piece, pieces, pcs, pc, box, boxes, pack, packs, packet, packets, roll, rolls, unit, units, bag, bags, can, cans, bottle, bottles, set, sets, pair, pairs, copy, copies, sheet, sheets, pallet, pallets, dozen, off
asks place: keep, keeps, kept, store, stored, stores, located, lie, lies, sit, sits, shelf, shelves, bin, rack, aisle, row, stashed, bay, slot, drawer, cabinet, locker, compartment
asks money: pricey, expensive, dear, price, prices, priced, cost, costs, worth, charge, charged, pay, money, value
asks quantity: inventory, inventories, levels, qty, quantity, quantities, stock, count
asks reserved: reserved, reserve, reserves, reservations, allocated, committed, promised, spoken for
past: did, have we, has
asks staff: manager, managers, rep, reps, representative, salesperson, salesman, handles, handle, handling, responsible, in charge of, looks after, look after, runs
came in: came in, come in, arrived, received, got in, delivered, were delivered, restocked, returned, brought in, turned up, got a delivery, got a delivery of, delivery of, delivery arrived, delivery came, a delivery, into stock, to stock, to the stock, into the stock, into inventory, to inventory, to the inventory, into the warehouse, to the warehouse, book in, receive
went out: sold, broke, broken, used, used up, shipped out, shipped, took, taken, gave away, lost, scrapped, wrote off, written off, threw away, threw out, damaged, dropped, went out, handed out, write off, write down, deduct, subtract, take off, off the stock, out of stock today, from stock, from the stock, out of the warehouse, from inventory, scrap, dispose of
books: book, add, put, enter, record, log, note, register, receive, post, write, deduct, subtract, take, remove, scrap
approval: go, ahead, go-ahead, green, light, nod, thumbs, yes, ok, okay, approval, confirmation
stands at: there's, there are, there is, it's, its, is, are, have, has, now, left with, down to, up to, counted, count is, count, makes, leaves, remain, remaining
stands now: now, left, remaining, in stock, on hand, in total
sets: set, correct, adjust, fix, update, change
counts: recount, recounted, recounting, counted, counting, recounts, stocktake, stocktaking, stock-take, tally, tallied, count
up to: to, at, is
aside: for, to, from, in, at, because, by, with, into, due
plans: will, going to, gonna, want to, plan to, tomorrow, should, might, would, expect, expecting, expected, soon, next week
happened: sold, bought, earned, spent, paid, received, shipped, delivered, invoiced, owe, owes, owed, turnover, arrived, arrive, arrives
asks contact: mail, email, e-mail, reach, contact, write, write to, call, ring, get hold of, get in touch
compared to: than
as many: as many, as much, the same as, same as, equal to, equals, equal, identical to, no more and no less than
taken together: together, altogether, combined, in total, in all, put together, taken together, all told
amounts: altogether, together, in all, all up, make together, run to, runs to, tot up to, total up to, sum to, sums up to, come to, comes to, add up to, adds up to, amount to, amounts to
costs: cost, costs, costing
worth: worth, value
held money: money, cash, money in, cash in, tied up, tied up in, sitting in, sits in, locked up in, locked in, sunk in, invested in, worth of
wanting: need, needs, needed, want, wants, wanted, require, requires, after, asking, asked, looking
lacking: without, w/o, w/out, lacking, excluding, except
restates: i mean, that is, right, or not, in total, all in all
ability: can we, could we, are we able to, will we be able to, is it possible to, can i, could i, may i, am i able to
deals in: list, overview, carry, carries, hold, offer, handle, keep, kept, got, single, ever, together, altogether, roughly, exactly, difference, belong, belongs, quick, quickly, real, file, system, record, records, books, database, only, just, own, current, currently
having: have, have got, got, any, in stock, available, there
reorder name: reorder point, reorder level, reorder at, minimum, min, threshold, safety stock
reserved name: reserved, allocated, committed, promised
low name: low, below, reorder, minimum, short*
enough: enough, sufficient, sufficiently, short for, missing for, lacking for, shortfall, lacking, short of, short on, are we short, or are we short, are we short of, or are we short of, are we short on, or are we short on, be short, can we do it, can we do that, can we do this, can we manage, can we manage it, can we manage that, can we handle it, can we handle that, can we cover it, can we cover that
supply: left, remaining, remain, remains, in stock, stock, stocked, on hand, available, availability, out of, run out, ran out, running out, sold out
expires: expire*, valid, validity, lapse*, runs out
validity: until, valid, expir*
value noun: address, addresses, number, numbers, nr, num, no, date, name, level, amount, value
before name: for, from, of, by, about, with
before verb: to, should, shd, shld, must, can, could, will, would, cant, wont, gonna, did, does
verb like: *ing, *ed
difference: difference, by how much, by how many, how much more, how much less, how much bigger, how much larger, how much smaller, how much higher, how much lower, how many more, how many fewer, how far, how far above, how far below, how far over, how far under, how much over, how much under, how much above, how much below, gap
anything: something, anything, somewhere, anywhere, any of it, some of it
be form: is, are, was, were, be, been, being, got, gets, get, isn't, aren't, wasn't, weren't
within name: a, an, the, of
lacks: without, w/o, w/out, w/o a, w/o an, w/o any, with no, w/ no, has no, have no, having no, got no, there's no, there is no, hasn't got, haven't got, hasnt got, havent got, has not got, have not got, doesn't have, doesnt have, don't have, dont have, does not have, do not have, hasn't had, haven't had, havent had, lacks, lack, lacking, missing, not set, not given, not on file, blank, never, never had, never got, not, isn't, isnt, aren't, arent, not yet, not been, hasn't been, haven't been, hasn't, haven't, havent, hasnt, wasn't, weren't, no, nobody, no one, is not, are not, was not, were not, has not, have not, has not been, have not been, nothing, none, without any, without a, don't have any, doesn't have any, haven't got any, have not got any, haven't any
leaves: would be left, will be left, would be left over, would we have left, will we have left, would that leave, would it leave, does that leave, does it leave, that leaves, would remain, will remain, do we have left after, left after, are left after, left over after, left if, are left if, be left if, be left after, be left once, left once, have left if, have left once
margin: margin*, profit*, markup, mark-up, earn, earn on, earning, do we make on, we make on, do we make, make on, we make, price minus our cost, price minus cost, minus our cost, minus cost
business record: invoice, invoices, bill, bills, delivery, deliveries, shipment, shipments, payment, payments, refund, refunds, returns, complaint, complaints, receipt, receipts, waybill, waybills, contracts, debts, expenses, payroll, subscriptions, warranties
document: order*, job, jobs, quote*, offer*, proposal*, estimate*
asks area: located, based, situated, headquartered, city, cities, town, country, where
some more: more, another, extra
hands out: ship, ships, sell, sells, take, takes, use, hand out, give away, give out, send out, pull, deliver, lose, scrap, write off
`;
