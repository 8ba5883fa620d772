import { tableReport } from '#features/accounting/books/table-report.ts'
import { id } from '#core/contract/fields.ts'
import type { AccountId, MemberId } from '#core/ids.ts'

export const dividendsReport = tableReport({
  name: 'dividends',
  time: 'days',
  summary:
    'What each member got of the dividends that were posted in a period and are not reversed: what counted, gross, withholding tax, net, and the account on which it was paid.',
  says: ['files', 'Downloaded the dividends of a period'],
  links: { memberId: id<MemberId>() },
  filters: {},
  facts: {},
  order: 'membershipno',
  columns: {
    membershipno: { header: 'Number', kind: 'text', width: 18, sort: true },
    name: { header: 'Member', kind: 'text', sort: true, opens: 'member' },
    dividend: { header: 'Dividend', kind: 'text', width: 26 },
    yearEnd: { header: 'Year to', kind: 'date' },
    by: { header: 'Shared by', kind: 'text', width: 26 },
    counted: { header: 'What counted', kind: 'money' },
    gross: { header: 'Gross', kind: 'money', sort: true },
    tax: { header: 'Withholding tax', kind: 'money' },
    net: { header: 'Net', kind: 'money', sort: true },
    paidTo: { header: 'Paid to', kind: 'text', width: 22 },
    paidOn: { header: 'Paid on', kind: 'date' },
  },
})

export const appropriationReport = tableReport({
  name: 'appropriation',
  time: 'days',
  summary:
    'The appropriations that were posted in a period and are not reversed: each line with its account, its part of the surplus, the clause of the bye-laws and the resolution that it follows.',
  says: ['files', 'Downloaded the appropriations of surplus'],
  links: { accountId: id<AccountId>() },
  filters: {},
  facts: {},
  order: 'yearEnd',
  columns: {
    account: { header: 'To', kind: 'text', opens: 'account' },
    yearEnd: { header: 'Year to', kind: 'date', sort: true },
    rule: { header: 'Rule', kind: 'text', width: 18 },
    clause: { header: 'Clause', kind: 'text', width: 26 },
    percent: { header: 'Of the surplus in %', kind: 'number' },
    amount: { header: 'Amount', kind: 'money', sort: true },
    resolution: { header: 'Resolution', kind: 'text', width: 40 },
    postedOn: { header: 'Posted on', kind: 'date', sort: true },
    entryNumber: { header: 'Entry No.', kind: 'number' },
  },
})
