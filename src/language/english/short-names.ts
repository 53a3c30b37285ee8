/** What people are called among themselves, and the names it stands for: `short name …`, parted by commas. */
export const shortNames = `
tom thomas, bob robert, rob robert, bill william, will william, liz elizabeth, beth elizabeth, kate katherine catherine, katie katherine, mike michael,
  dan daniel, dave david, sam samuel samantha, alex alexander alexandra, ben benjamin, matt matthew, nick nicholas, tony anthony, jim james, joe joseph,
  steve steven stephen, chris christopher christine, andy andrew, ed edward, greg gregory, jen jennifer, jenny jennifer, meg margaret, sue susan, vicky victoria
`;
