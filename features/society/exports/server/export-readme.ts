import { dayIn } from '#core/calendar.ts'

/** What is in the ZIP, for somebody who has nothing but the ZIP. */
export function exportReadme(
  { name, coopId }: { name: string; coopId: string },
  exportedAt: Date,
  leftOut: Readonly<Record<string, string>>,
): string {
  return `${name} (${coopId}): all records, exported on ${dayIn(exportedAt)} by Ajose

This ZIP has everything that Ajose stores of the society. Anyone who has it can read
all of it, members' phones, bank details and papers included. Keep it like the
books themselves.

tables/    One file for each table of the database. Each line is one row, as JSON.
files/     Papers, photos and the logo, as they were uploaded. The field
           content_file of a row names its file.
logins.jsonl
           Which login belongs to which member, without passwords. The line
           without a member is the login that the officers share.
manifest.json
           The version of the format, the columns of each table with their types,
           and for each file its rows, its bytes and its SHA-256. books.headHash
           is the hash of the last entry of the books.

How to read a row
- Amounts are whole kobo: 150000 is NGN 1,500.00. Rates are in basis points:
  1200 is 12 % a year.
- Dates are YYYY-MM-DD; times are in UTC (ISO 8601).
- null means that there is no value; "" is an empty text.
- Bytes, such as hashes, are hexadecimal after \\x.
- Texts are exactly what was entered. Nothing is changed for spreadsheets: a text
  that begins with =, +, - or @ is a formula there, so import columns as text.
- ledger.posting has the lines of the books: one debit account, one credit
  account and one amount each. ledger.entry has the vouchers they belong to.

What is not in it
${Object.entries(leftOut)
  .map(([table, why]) => `- ${table}: ${why}.`)
  .join('\n')}

To bring it to another installation of Ajose of the same version:
npm run import-society -- FILE.zip
`
}
