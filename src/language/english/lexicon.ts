/**
 * Words that shape a request, by concept. A line is `concept: entry, entry …`; words of an entry are parted by blanks,
 * `word*` matches by prefix. Verbs (`op.*`) match by stem in their first word, unless `=` stands before it.
 */
export const lexicon = `
op.create: raise a, raise an, open a, open an, create, make, add, build, generate, produce, draft, compose, insert, append, register, enroll, enrol, open up, set up, start a new, put in, put down, log, file, introduce, write down, note down, jot down, enter, record, new up, spin up, prepare, design, establish, publish, stick in, pop in, whip up, throw in, pencil, get me a
op.update: mark, update, change, modify, edit, adjust, set, configure, alter, amend, revise, correct, fix, fill in, replace, customize, tweak, put, label, tag, prioritize, prioritise, enable, disable, mute, lock, unlock, improve, turn, switch
op.increase: increase, raise, =rose, =risen, =grew, =grown, climb, went up, go up, gone up, goes up, bump up, boost, double, grow, step up, top up, add on, extend, lengthen, prolong, enlarge, bring up to, push up, mark up, hike, scale up
op.decrease: decrease, reduce, =fell, =fallen, decline, went down, go down, gone down, goes down, lower, halve, cut, cut down, shorten, trim, shrink, bring down, knock off, discount, bring down to, mark down, dial down, tone down, slash, scale down, step down
op.delete: delete, remove, erase, clear, drop, discard, scrap, trash, bin, wipe, get rid of, take off, take out, throw away, throw out, strike, purge, untag, deregister, unsubscribe, unlink, detach, dump
op.move: move, shift, transfer, transition, promote, demote, bump, advance to, migrate, relocate, bring to, push to, send back, put into, put in, drag, slide, kick to, roll to, goes to, go to, goes back to, go back to, moves back to, comes back to, back to, back from, take to, merge, archive, unarchive, slip, slid, bounce, hop, pop over to, send over to, bring it to, flip to, flip over to
op.complete: done, complete, finish, close, resolve, conclude, finalize, finalise, wrap up, tick, tick off, check off, cross off, mark done, mark as done, mark complete, mark as complete, mark completed, mark as completed, mark finished, mark closed, sign off, close out, knock out, be done with, tick the box, tick it off, check the box, put a tick, close off, finish off, finish up, mark off, wrap, get done with, tie off
op.reopen: reopen, re open, open again, open up again, uncomplete, unclose, restore, revive, bring back, reactivate, reinstate, undelete
op.assign: assign, reassign, re assign, delegate, allocate, reallocate, hand over, hand off, hand, pass, pass on, pass over, pass to, give, put in charge, entrust, take over, take on, pass along, hand it to, loop in, swap in, sign over, turn over
op.release: unassign, relieve
op.comment: comment, annotate, reply, respond, answer, leave a comment, add a comment, mention, write under
op.note: note, take a note, make a note, leave a note, add a note, write a note, jot that down, write that down, note that down, put that down, jot this down, jot it down, put it down, write it down
op.send: send, email, mail, message, notify, inform, forward, deliver, dispatch, ship, share, post, text, dm, ping, write to, shoot, submit, tell, call, phone, invite, let know, drop a line, cc, return
op.rename: rename, retitle, relabel, call it, name
op.schedule: schedule, book, reserve, arrange, plan, organize, organise, set aside, pencil in, reschedule, fix a date
op.delay: delay, postpone, defer, push back, put off, put back, move back, push out, hold off, hold back, push, snooze, push out to, push off, kick back, bump back, stretch, extend to
op.advance: bring forward, move forward, move up, pull forward, pull in, advance, expedite
op.pause: pause, freeze, suspend, put on hold, put on pause, put on ice, hold, park, halt, shelve, back burner, put on the back burner, mothball, put aside, keep on hold
op.resume: resume, unpause, unfreeze, continue, carry on, take off hold, take off pause, pick up again
op.start: turn on, switch on, turn up, start, begin, launch, kick off, initiate, run, execute, activate, trigger, deploy, install, play
op.stop: turn off, switch off, stop, end, terminate, quit, deactivate, shut down, turn off, switch off, abort, kill, block
op.win: win, won, close won, mark won, mark as won
op.lose: lose, lost, close lost, mark lost, mark as lost
op.remind: remind, nudge, alert
op.buy: buy, purchase, order, reorder, restock, procure, acquire, rent, hire, borrow
op.pay: pay, refund, reimburse, invoice, bill, charge, settle, deposit, withdraw, invest, sell
op.convert: convert, transform, translate, turn into, encode, decode, encrypt, decrypt, compress, format, parse, export, import, upload, download, save, copy, backup, sync, print, scan, load
op.compute: calculate, compute, determine, estimate, evaluate, solve, simulate, predict, forecast, measure, assess, optimize, optimise, rate, rank, sort, classify, detect, recognize, extract, summarize, summarise, combine, split, filter, group
op.compare: compare, contrast, weigh up, hold against
op.plot: plot, chart, graph, draw, visualize, visualise
op.count: count, number of, tally
op.sum: total, add up, sum up, sum of, total of
op.average: average, average of, mean of
op.be: =kept, =stored, =located, =based, =situated, =remaining, =left, =available, comes to, come to, amounts to, amount to, =costs, =cost, =expires, =expire, =stands at, run out, ran out, runs out, sold out, =doing, working on, busy with, hanging on, become, turned out, agreed on, agreed at, settled on, settled at, settled for, landed on, landed at, came back at, came back with, came in at, comes in at, ended up at, is up to, is down to, went up to, grew to, rose to, dropped to, fell to, shrank to, jumped to, climbed to, slips to, slipped to, slid to, slides to, came down to, came up to, is coming down to, now at, sits, sit, sitting
op.own: own, is responsible for, responsible for, looks after, in charge of, =runs, owns, belong to, belongs to
op.read: update on, updates on, an update on, news on, news about, news from, news of, any news, any update, any updates, new with, new on, new from, new at, latest on, latest from, latest with, overview of, overview on, a summary of, show, list, find, get, fetch, retrieve, obtain, search, look up, lookup, look for, look at, locate, display, give me, tell me, read, view, see, check, verify, inspect, examine, analyze, analyse, review, describe, explain, pull up, bring up, print out, gimme, gimme the, lemme have, lemme see, lemme know, find out, identify, track, monitor, enumerate, browse, query, report, remember, recall, recommend, suggest, know, open, access, discover, gather, collect, investigate, explore, validate, look
op.approve: approve, accept, authorize, authorise, greenlight, okay, sign, allow, permit, grant
op.reject: reject, decline, refuse, deny, turn down, veto, dismiss
op.undo: undo, revert, roll back, take back, put it back, change back, unsend, reverse that, restore it
op.cancel: cancel, call off, abandon, withdraw
op.repeat: repeat, redo, do again, once more, same again
op.do: perform, conduct, handle, take care of, carry out, try, help, work on, deal with, apply, use, take, cook, mix, roll, flip, pick, choose, select, join, leave, keep, subscribe, skip, connect, escalate, diagnose, process, manage, consider, include, exclude, limit
quant.all: everything that is, everything that's, everything which is, everything which's, all that is, all that's, anything that is, those that are, those which are, the ones that are, the ones which are, stuff that is, stuff in, the stuff in, all, all of, all the, every single, everything, everyone, everybody, the whole, whole, entire, the lot
quant.each: each, every, each of, apiece, per
quant.any: any, any of, anything, anyone, whichever, whatever
quant.both: both, both of, the two
quant.other: other, others, another, the other, different
quant.rest: the rest, rest of, the remaining, remaining, the others, everything else, all others, all other, anything else, everyone else, remainder
quant.except: except for what, except what, except whatever, except anything, except those, except the ones, except, except for, excepting, but for, apart from, aside from, other than, excluding, save for, besides, leaving out, not including, not counting, leave out, but not, all but, everything but, minus, without, just not, only not
quant.only: only, just the, solely, exclusively, nothing but
quant.first: next, the next, upcoming, the upcoming, first, the first, top, topmost, earliest
quant.last: last, the last, latest, newest, most recent, bottom, final
quant.some: the least of, least of, fewest of, plenty of, numerous, multiple, various, some, some of, several, a few, few, a couple of, couple of, a number of, many, most of, part of, lots of, a lot of, certain
quant.none: none, none of, no one, nobody, nothing, neither
whose.speaker: my, mine, my own, of mine, assigned to me, belonging to me, that i own, i own
whose.group: our, ours, our own, of ours, the team's, us all
whose.listener: your, yours
whose.third: his, her, hers, its, their, theirs, whose
cmp.more: more than, greater than, larger than, bigger than, higher than, longer than, older than, later than, over, above, exceeding, exceeds, exceed, beyond, worth more than, north of, upwards of, dearer than, costlier than, pricier than
cmp.less: less than, fewer than, smaller than, lower than, shorter than, newer than, younger than, earlier than, under, below, beneath, cheaper than, short of, south of
cmp.atLeast: should not be less than, must not be less than, not be less than, not below, not under, should not be under, at least, no less than, no fewer than, not less than, minimum of, a minimum of, or more, or above, and up, from at least
cmp.atMost: should not exceed, must not exceed, does not exceed, do not exceed, not exceed, not exceeding, should not be more than, must not be more than, not be more than, should not be over, must not be over, not over, not above, not exceed more than, cannot exceed, can not exceed, at most, no more than, not more than, maximum of, a maximum of, up to, or less, or below, or fewer
cmp.equal: equal to, equals, exactly, precisely, same as
cmp.between: between, in between, ranging from
cmp.than: than
cmp.most: bigger, larger, higher, greater, longer, older, better, priciest, dearest, strongest, furthest, heaviest, newest, most, biggest, largest, highest, greatest, best, longest, oldest, busiest, most expensive, maximum, max, dearer, costlier, costliest, pricier
cmp.least: smaller, lower, cheaper, shorter, younger, worse, least expensive, lightest, nearest, closest, least, smallest, lowest, fewest, worst, shortest, youngest, cheapest, minimum, min
pol.not: hold off on, hold off with, refrain from, abstain from, steer clear of, keep away from, keep off, better not, best not, probably not, decided against, decide against, opted against, voted against, advised against, advise against, am against, are against, i'm against, we're against, anything but, anyone but, anywhere but, anything other than, alone, do nothing, do not, does not, did not, should not, must not, will not, would not, can not, could not, may not, is not, are not, was not, were not, has not, have not, had not, need not, not to, not, no, n't, don't, dont, doesn't, doesnt, didn't, didnt, isn't, isnt, aren't, arent, wasn't, wasnt, weren't, won't, wont, wouldn't, wouldnt, can't, cant, cannot, couldn't, couldnt, shouldn't, shouldnt, mustn't, hasn't, haven't, hadn't, needn't, never, no need to, no need for, no longer, not any more, nor, neither, stop short of, avoid, refrain from, rather not, leave alone, keep away from, hands off, under no circumstances, by no means, in no way, in no case, in no event, on no account, at no point, no way, refuse to, refusing to, decline to, declining to, a mistake to, wrong to, silly to, nobody should, no one should, just not, only not
pol.instead: instead of, rather than, in place of, in lieu of, as opposed to, in preference to, replacing
pol.almost: almost, nearly, practically, all but done, virtually, about to, on the verge of, mostly, not quite, as good as, half done, halfway
pol.early: not today, not tonight, not tomorrow, not this week, not next week, not until, not till, not before, but not now, just not now, too early, too soon, not yet, not now, premature, not ready, before its time, hold your horses, jumping the gun, wait with, not the time, yet to
pol.unsure: we may, they may, i may, he may, she may, one may, we might, they might, may want to, may need to, may have to, may wish to, might want to, might need to, we could, i could, they could, one could, he could, she could, not sure, unsure, not certain, uncertain, maybe, perhaps, possibly, probably, might, i guess, i suppose, i doubt, doubt, doubtful, i wonder, wondering, could be, may be, don't know, dont know, do not know, no idea, i think, thinking about, thinking of, tempted to, undecided, on the fence, presumably, apparently, supposedly, seems, hopefully, in theory, if only, i wish, we wish, it would be nice if, it would be great if, it would be good if, would be nice if
pol.whether: considering whether to, whether to, should i, should we, shall i, shall we, ought i, ought we, do i need to, do we need to, do i have to, do we have to, is it worth, is it time to, worth it, would it be, what if, what would happen, what happens if, hypothetically, would it make sense, does it make sense, is it a good idea, is it ok to, is it okay to, is it safe to, is it right to, am i supposed to, are we supposed to, can it be, could it be, would you recommend, do you think, thoughts on, pros and cons, or should, why not, had better not
pron.speaker: i, me, myself, i'm, im, i'd, i'll, i've
pron.group: we, us, ourselves, we're, we'd, we'll, we've
pron.listener: you, yourself, you're, you'd, you'll
pron.thing: it, this, that, this one, that one, the one, it's, that's, itself, the same, one
pron.things: them, em, 'em, these, those, they, ones, themselves, they're, the ones, all of them, both of them
pron.person: he, him, she, himself, herself, he's, she's
opens.inverted: should, had, were
opens.when: once, until, till, before, after, as soon as, as long as, as and when, so long as, when, whenever, by the time, the moment, the minute, while, unless, if, in case, lest, example, instance, pending, subject to, conditional on, contingent on, depending on, provided, assuming, upon
hearsay: according to, rumour has it, rumor has it, word has it, word is, allegedly, reportedly, in the words of, as per
of.order: that, this, that's, thats, what
could: could, can, would, might
may: may
lets: let
thinks: think*, thought, hope*, hoping, believe*, guess*, suppos*, reckon*, claim*, dream*, imagin*, expect*, assum*, swear*, swore, insist*, suggest*, argue*
consents: agree*, disagree*, approv*, disapprov*, object, objects, objection*, consent*, sign-off, signoff, permission, veto*, go-ahead, decid*, decision, authoris*, authoriz*, verif*, confirm*, unconfirmed
small: a, an, the, this, that, these, those, which, who, it, its, it's, they, them, their, is, are, be, been, being, has, have, had, was, were, isn't, aren't, wasn't, hasn't, haven't, should, must, shall, need, needs, do, let, so, as, than, of, to, and, or, there, here, me, us, also, too, just, only, then, now, such, same, other, else, plus, up, off, out, down, over, back, away, in, on, one, ones, whom, whose, any, some, like, still, ever, again, already, even, regarding, concerning, including, called, named, titled, located, all, every, each, both, either, several, few, lot, lots, more, most, less, least, etc
fill.politeness: need to, need the, need a, need his, need her, need their, just need, needs to be, want to, have to, has to be, please, pls, plz, kindly, if possible, when you have a sec, much obliged, if you can, if you could, if you please, if you would, if you don't mind, if you do not mind, would you mind, can you, could you, would you, will you, can u, could u, can we, could we, may i, can i, could i, i'd like to, i would like to, i want to, i want you to, i'd like you to, i would like you to, i need to, i need you to, we need to, we want to, i need, i want, i'd like, i would like, we need, we want, would like, go ahead and, be so kind, when you get a chance, when you have a moment, when you have time, asap, as soon as possible, sorry, excuse me, apologies, pardon, help me, help me to, be sure to, make sure to, make sure, make sure that, make sure you, don't forget to, do not forget to, remember to, let's, lets, let us, let me, i wanna, wanna, gotta, i have to, we have to, you have to, you need to, you should, you must, we should, we must, i must, i should, i'm going to need you to, is it possible to, i was wondering if you could, it's time to, it is time to, time to, for me, do me a favor, do me a favour, no rush, right away, straight away, immediately, do not hesitate to, don't hesitate to, i'm looking to, i am looking to, i'm trying to, i am trying to, looking to, feel free to, your help, in order to, i'll need, i will need
requests: please, pls, plz, kindly, can you, could you, would you, will you, can u, could u, can we, could we, may i, can i, could i, would you mind, if you can, if you could, if you please, if you would, if you don't mind, if you do not mind, if possible, is it possible to, i was wondering if you could, be so kind, do me a favor, do me a favour, help me, help me to, when you get a chance, when you have a moment, when you have time, when you have a sec, asap, ok, okay, thanks, thank you
fill.leadin: called, named, titled, entitled, headed, labelled, labeled, saying, saying that, that says, that reads, which says, says, with text, with the text, with the words, as follows, to the effect that, telling them that, telling
leadin: that
fill.manner: no excuses, no matter what, no questions asked, no ifs or buts, end of story, whatever it takes, come what may, without fail, for good, permanently, forever, once and for all, for now, for the time being, for the moment, for a while, temporarily, at last, at long last, at once, right now, this instant, on the spot, in the meantime, from now on, from here on, going forward, at this point, for once, quietly, discreetly, gently, carefully, properly, officially, formally, manually, directly, promptly, swiftly, safely, fully, completely, entirely, altogether, outright, straight, all the way, as always, as promised, as requested, as planned, accordingly, to start with, to begin with, for a start, for starters, for good measure, obviously, clearly, frankly, honestly, to be honest, to be fair, in fact, indeed, after all, definitely, certainly, absolutely, on our side, on our end, on my end, here, there, out of here, on the list, in the list, from the list, on this list, on that list, so far, therefore, hence, thus, that's why, which is why, gladly, personally, whenever you can, when you can, while you are at it, while you're at it, real quick, in a jiffy, pronto, stat
takes: take, takes, takes over, gets, get, handle, handles, has, own, owns, do, does, run, runs, lead, leads
therefore: so, hence, therefore, thus
says: says, said, writes, wrote, asks, asked, wants, wrote me, told, texted, emailed
becomes: is, now, became, becomes, got, as of now
noun.record: card, record, entry, profile, details, info, contact card, the card
noun.store: crm, system, database, db, base, list, sheet, spreadsheet, table, records, books, register, registry, app, tracker, file, files
noun.period: period, timeframe, range, time, slot, gap, opening
introduces: i'm, im, i, this, it's, my name
lowers: drop, drops, dropping, dump, knock
noun.side: side, front, end, part, department, dept
modal: plan, planning, going, intend, mean, due, set, slated, scheduled, expected, supposed, meant, bound, likely
noun.measure: metric, metrics, figure, figures, data, statistic, statistics, numbers
noun.person: person, colleague, teammate, coworker
dated: from
look.at: take, grab, pick up
noun.free: free, available
than.more: more, greater, higher, bigger, larger
than.less: less, fewer, lower, smaller
noun.while: while, recently, lately, ages
lead.name: called, named, titled, entitled, headed, labelled, labeled
head.create: new, another
fill.greeting: hi, hello, hey, hiya, yo, good morning, good afternoon, good evening, dear, hi there, hey there, greetings, hope you are well, how are you
fill.thanks: thanks, thank you, thanks a lot, thanks in advance, thanks a million, thanks a bunch, a thousand thanks, i'd be grateful, i would be grateful, would be grateful, i'd appreciate it, i would appreciate it, would appreciate it, thank you very much, thank you so much, thx, ty, cheers, much appreciated, appreciate it, many thanks, appreciated, thank you in advance, regards, best regards
fill.hesitation: overall, at all, so far, as of now, as things stand, supposed to be, supposed to, meant to be, expected to be, quick one, stuff, something came up, something has come up, something's come up, plans changed, plans have changed, my plans have changed, change of plans, instead, rn, lol, yay, haha, hooray, omg, tbh, imo, cool, nice, um, uh, uhm, erm, hmm, hm, er, well, so, like i said, you know, i mean, basically, actually, literally, anyway, alright, okay, ok, oh, ah, just, quickly, real quick, quick, quick question, by the way, btw, fyi, look, listen, see, also, too, as well, simply, really, very, again, now, already, still, even, then again, as usual, as discussed, as agreed, one more thing, kind regards
link.and: and, &, plus, as well as, along with, together with
link.then: then, after that, afterwards, afterward, subsequently, finally, lastly, additionally, moreover, furthermore, in addition, after which, and then, once done, when done, when that is done, once that is done, secondly, thirdly, firstly, first of all, to begin with, following that, at the same time, meanwhile
link.but: but, however, though, although, yet, whereas, while, on the other hand, nevertheless
link.or: or, or else, either, alternatively
link.if: suppose, supposing, assume, assuming, imagine, let's say, if, when, whenever, in case, provided, provided that, as long as, only if, only when, only once, only after, but only if, but only when, but only once, but only after, given that, should it, in the event, if and only if, if and when, iff, on condition that, on the condition that
link.unless: unless, if not, except if, except when
link.else: otherwise, else, or else, if not so, failing that
act.confirm: yes, yep, yeah, yup, yes please, sure, ok, okay, go, go ahead, do it, confirm, confirmed, apply, apply it, approve, approved, looks good, look good, looks right, look right, looks fine, looks ok, looks okay, looks great, looks correct, that looks right, that looks good, sounds good, sounds right, that's it, all correct, all right, that's right, thats right, correct, right, exactly, fine, great, perfect, lgtm, agreed, go for it, proceed, please do, of course, absolutely, good, y, all good, send it, save it, let's do it, works for me
act.cancel: strike that, disregard, disregard this, disregard that, ignore this, ignore that, ignore it, ignore my last message, i take it back, please no, not really, just kidding, kidding, jk, joking, just joking, only joking, cancel, cancel that, cancel it, never mind, nevermind, forget it, forget that, forget about it, drop it, scratch that, scrap that, abort, stop, leave it, leave it be, leave it as is, leave it as it is, leave them, leave them as they are, keep it, keep it as is, keep it as it is, keep them, keep them as they are, don't, no, nope, nah, no thanks, no thank you, not now, discard, discard it, dismiss, n, skip it, don't do it, do not do it, don't do that, changed my mind, i changed my mind, on second thought
act.correct: my mistake, my bad, i was wrong, mistake, no, actually, i meant, i mean, rather, sorry, wait, correction, not that, make it, make that, change that to, change it to, instead, better, oops, wrong, i said, should be, or rather, nope
act.wait: wait, wait a minute, wait a second, wait a sec, hold on, hang on, hold it, hold up, hold your horses, one moment, one second, one sec, just a moment, just a second, just a sec, stop right there
act.wrong: not that, wrong, my mistake, my bad, i was wrong, oops, mistake
determiner: the, a, an, my, our, your, his, her, their, this, these, those, some, me, him, them, us
relative: which, who, whose, where
over: that's it, that's all, all done
haste: asap, urgently, immediately, as soon as possible, today, right now, tonight
act.repair: no, nope, sorry, wait, oops, actually, rather, correction, i mean, i meant, or rather
act.repair.free: i mean, i meant, or rather
act.undo: undo, undo that, undo it, undo this, undo them, undo all, undo everything, undo the last one, undo the last change, undo last, reverse it, reverse that, reverse the last change, restore it, restore that, restore them, revert them, revert everything, revert the last change, put that back, put them back, put it back how it was, put it back the way it was, put it back as it was, set it back, switch it back, change that back, change them back, roll that back, roll everything back, bring it back, move it back, as it was before, back to how it was, revert, revert that, revert it, roll back, roll it back, take that back, take it back, put it back, change it back, go back
approx: about, around, approximately, approx, roughly, circa, ca, some, nearly, almost, more or less of, ballpark
range: to, through, till, until, up to, and
range.open: between, from, anywhere from, anywhere between, ranging from
range.change: from
approx.after: or so, ish, more or less, give or take
rel.since: since, ever since
as: as
adds: also, too, as well, plus, in addition
reason: because, cause, cuz, coz, seeing that, now that
wish: would
anybody: anyone, anybody
delegates: ask, tell, get, have
must: should, must, needs, has, ought, shall
nobody: nobody, noone
needed: needed, need, needs, relevant, necessary, required, useful, wanted, want, topical
receiver: for
shift.later: later
shift.earlier: earlier, sooner
same: same, ditto, likewise, same way
spares: leave, skip, spare, keep
noun.draft: draft*
places: put*, pop*, stick*
swaps: swap*, replac*, switch*, exchang*, trade*, trading
writes: jot*, scribbl*, log, logs, add, adds, record
gives: return*, give back, hand back
raises: add, adds, throw on, tack on
suits: can, could, able, free, available, works, work, suits, suit, fits, fit, do, does, prefers, prefer, better, convenient
local: no, without, lacking
forbids: don't, dont, do not
copula: is not, are not, was not, were not, isn't, aren't, wasn't, weren't, has not, have not, hasn't, haven't, does not, doesn't, did not, didn't, do not, don't
rel.by: by, due by, no later than, not later than, at the latest
rel.from: from, starting, starting from, as of, beginning, effective
rel.until: until, till, til, through, up to, ending
rel.before: before, prior to, ahead of, earlier than, previous to, older than
rel.after: after, later than, following, past, newer than
rel.within: within, during, in the course of, throughout
ask.who: whos, who are, who, whom, who's, whos, whose
ask.what: what, what's, whats, what is, what are
ask.which: which, which of, which one
ask.when: when, when's, since when, by when, what time, what date
ask.where: wheres, where, where's
ask.how: hows, how, how's, how do, how to, in what way
ask.many: how many, what number of
ask.much: how much, how long, how far, how old, how often, how big, how large
ask.why: why, how come, what for
ask.whether: can we do it, can we do that, can we do this, can we manage, can we manage it, can we manage that, can we handle it, can we handle that, can we cover it, can we cover that, is, are, was, were, does, do, did, has, have, had, can, could, will, would, am, isn't, aren't, don't, doesn't, didn't, hasn't, any
`;

/** Irregular past forms and participles: `base: forms`. */
export const irregularVerbs = `
send: sent; buy: bought; win: won; lose: lost; pay: paid; make: made; do: did done; tell: told; give: gave given; take: took taken; put: put; set: set; write: wrote written; find: found; get: got gotten;
show: shown; begin: began begun; run: ran; sell: sold; hold: held; bring: brought; leave: left; draw: drew drawn; know: knew known; see: saw seen; freeze: froze frozen; build: built; choose: chose chosen;
throw: threw thrown; withdraw: withdrew withdrawn; go: went gone; say: said; read: read; speak: spoke spoken; hand: handed; reset: reset; cut: cut; shut: shut; let: let; keep: kept; meet: met; teach: taught; come: came; become: became become; begin: began; think: thought; feel: felt; hear: heard; mean: meant; spend: spent; stand: stood; understand: understood; fall: fell fallen; fly: flew flown; forget: forgot forgotten; eat: ate eaten; drive: drove driven; break: broke broken; wear: wore worn; sit: sat; sleep: slept; fight: fought; catch: caught; lend: lent; steal: stole stolen; rise: rose risen; grow: grew grown; blow: blew blown; shake: shook shaken; strike: struck; swear: swore sworn; stick: stuck; hang: hung; dig: dug; bite: bit bitten; hide: hid hidden; ring: rang rung; sing: sang sung; sink: sank sunk; swim: swam; drink: drank drunk; ride: rode ridden; shoot: shot; wake: woke woken; speak: spoke spoken; seek: sought; deal: dealt; lead: led; lie: lay lain; bend: bent; lean: leant; burn: burnt; spoil: spoilt
`;
