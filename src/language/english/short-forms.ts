/** Short forms that programmers write in names, and what they stand for: `short word …`, parted by commas. */
export const shortForms = `
  acc account, acct account, addr address, amt amount, app application, approx approximate, arg argument, attr attribute, auth authentication,
  avg average, bal balance, calc calculate, cat category, cfg configuration, cmd command, cnt count, coef coefficient, coeff coefficient,
  coord coordinate, coords coordinates, curr current, ctry country, db database, def default, del delete, dept department, desc description,
  dest destination, dev device, diff difference, dir directory, dist distance, dob birthdate, doc document, dst destination, dt date, env environment,
  equip equipment, est estimate, exp experience, ext extension, freq frequency, func function, geo geographic, hr hour, hrs hours, img image,
  impl implementation, info information, init initial, lang language, lat latitude, len length, lib library, lng longitude, loc location,
  lon longitude, max maximum, mem memory, mgr manager, min minimum, mins minutes, misc miscellaneous, msg message, num number, obj object, opt option,
  org organization, orig origin, param parameter, pct percent, perm permission, pic picture, pkg package, pos position, pref preference,
  prefs preferences, prev previous, prob probability, prod product, prop property, pwd password, qty quantity, qry query, rec record, ref reference,
  reg region, req request, res result, sec second, secs seconds, seq sequence, spec specification, src source, stat statistic, stats statistics,
  str string, sub subject, svc service, sys system, tel telephone, temp temperature, tz timezone, txn transaction, usr user, val value, var variable,
  vel velocity, ver version, vol volume, wt weight, yr year, yrs years, username user name, filename file name, timeframe time frame,
  timezone time zone, birthdate birth date, birthday birth day, zipcode zip code, firstname first name, lastname last name, fullname full name,
  datetime date time, checkin check in, checkout check out, phonenumber phone number
`;
