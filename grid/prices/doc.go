// Package prices holds dated books of what the clouds charge: egress in volume
// tiers with free allowances, hourly prices of machines, and the fees of the
// clouds' own transfer services.
//
// [Builtin] is the book inside the library, made of public figures; [Read] and
// [ReadFile] take a caller's own, and [Book.Over] lays negotiated prices over
// another book. [Book.Apply] puts a book's prices into a grid, for planning;
// [Book.Cost] is the exact bill of a finished plan; [Book.Compare] says what the
// clouds' own services would charge for the same job.
//
// What a book does not know is unknown: an [*UnknownPriceError] that names the
// pair or the machine, never a guess. Every figure has a source and a date.
//
// # Tiers
//
// A tariff is a staircase: the first GB of a month cost one price each, the next
// another. Volumes are added up in a pool, which is the source region or the whole
// account, and the tiers apply to the sum. An allowance is free in each month, for
// the account as a whole; the tiers begin after it.
//
// A link of a grid has one price, so Apply takes the average over the transfer's
// volume as if all of it went over that link. A plan that splits the volume over
// several links pays the tiers of each pool for that pool's part alone, at an
// average that is no lower where prices fall with volume, and shares the allowance:
// what it pays exactly is what Cost says.
//
// # Units
//
// Prices are US dollars, GB are 10^9 bytes. A book's figures may be given for GiB
// (2^30 bytes), as most clouds count; they are converted when they are read, so
// that 0.09 USD for a GiB are 0.0838 USD for a GB.
//
// # Files
//
// A book is a text file, by convention with the extension .prices, described at
// the top of format.go. The built-in one is data/builtin.prices.
package prices
