import { roleName } from '#domain/actor.ts'
import { type Kobo, sumKobo } from '#domain/money.ts'
import { dayIn } from '#domain/calendar.ts'
import { enquiryStatusNames } from '#domain/governance/enquiries/enquiry.ts'
import { type AuditQueryLine, findAuditQueries } from '#server/features/governance/enquiries/queries.ts'
import { type Filing, findFilingsBetween } from '#server/features/governance/filings/queries.ts'
import { findCash } from '#server/features/books/books/get-receipts-and-payments.ts'
import { findLoansOfReport, type LoanOfReport } from '#server/features/lending/loan-reports/find-loans-of-report.ts'
import { listBankAccounts } from '#server/features/society/reconciliation/queries.ts'
import { writableTable } from '#server/files/table-file.ts'
import type { Drawing } from './pack-parts.ts'
import { findOfficers, findReversalsBetween, type OfficerLine, type ReversalLine } from './queries.ts'

export async function drawBankAccounts({ tx, days, head }: Drawing) {
  const known = new Map((await listBankAccounts(tx)).map((each) => [each.accountId, each]))
  const accounts = (await findCash(tx, days)).map((each) => ({ ...each, statements: known.get(each.accountId) }))
  return writableTable<(typeof accounts)[number]>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'Code', kind: 'text', width: 8, value: ({ code }) => code },
        { header: 'Account', kind: 'text', width: 34, value: ({ name }) => name },
        { header: 'Opening balance', kind: 'money', value: ({ opening }) => opening },
        { header: 'Closing balance', kind: 'money', value: ({ closing }) => closing },
        { header: 'Statements read to', kind: 'date', width: 18, value: ({ statements }) => statements?.asOf ?? null },
        {
          header: 'Lines not matched',
          kind: 'number',
          width: 17,
          value: ({ statements }) => statements?.openLines ?? null,
        },
      ],
    },
    accounts,
  )
}

export async function drawReversals({ tx, days, head }: Drawing) {
  return writableTable<ReversalLine>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'Entry', kind: 'number', width: 8, value: ({ number }) => number },
        { header: 'Date', kind: 'date', value: ({ on }) => on },
        { header: 'Reverses entry', kind: 'number', width: 14, value: ({ reverses }) => reverses },
        { header: 'Of', kind: 'date', value: ({ reversedOn }) => reversedOn },
        { header: 'Amount', kind: 'money', value: ({ amount }) => amount },
        { header: 'Reason', kind: 'text', width: 40, value: ({ reason }) => reason },
        { header: 'By', kind: 'text', width: 24, value: ({ by }) => by },
      ],
    },
    await findReversalsBetween(tx, days),
  )
}

export async function drawOfficers({ tx, days, head }: Drawing) {
  return writableTable<OfficerLine>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'Office', kind: 'text', width: 26, value: (officer) => officesOf(officer) },
        { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
        { header: 'Member', kind: 'text', value: ({ name }) => name },
        { header: 'Until', kind: 'date', value: ({ endsOn }) => endsOn },
      ],
    },
    await findOfficers(tx, days.to),
  )
}

function officesOf({ roles }: OfficerLine): string {
  return roles
    .filter((role) => role !== 'member')
    .map(roleName)
    .join(', ')
}

type OfficersLoan = Pick<LoanOfReport, 'membershipno' | 'name' | 'product' | 'outstanding' | 'overdue'> & {
  office: string
  daysLate: number | null
  isTotal?: true
}

/** The loans that ran on the last day of the period, of members who hold an office. */
export async function drawLoansToOfficers({ tx, days, context, head }: Drawing) {
  const offices = new Map((await findOfficers(tx, days.to)).map((each) => [each.memberId, officesOf(each)]))
  const { loans } = await findLoansOfReport(tx, { asOf: days.to }, context)
  const own: OfficersLoan[] = loans.flatMap((loan) => {
    const office = offices.get(loan.memberId)
    return office === undefined ? [] : [{ ...loan, office }]
  })
  const sum = (of: (loan: OfficersLoan) => Kobo) => sumKobo(own.map(of))
  const total: OfficersLoan = {
    office: 'Total',
    membershipno: '',
    name: '',
    product: '',
    outstanding: sum(({ outstanding }) => outstanding),
    overdue: sum(({ overdue }) => overdue),
    daysLate: null,
    isTotal: true,
  }
  return writableTable<OfficersLoan>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'Office', kind: 'text', width: 22, value: ({ office }) => office },
        { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
        { header: 'Member', kind: 'text', value: ({ name }) => name },
        { header: 'Loan product', kind: 'text', width: 22, value: ({ product }) => product },
        { header: 'Outstanding', kind: 'money', value: ({ outstanding }) => outstanding },
        { header: 'Overdue', kind: 'money', value: ({ overdue }) => overdue },
        { header: 'Days late', kind: 'number', value: ({ daysLate }) => daysLate },
      ],
    },
    [...own, total],
    ({ isTotal }) => (isTotal ? 'total' : 'plain'),
  )
}

/** What was to be done or done in the period, by the compliance calendar. */
export async function drawFilings({ tx, days, head }: Drawing) {
  return writableTable<Filing>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'Due on', kind: 'date', value: ({ dueOn }) => dueOn },
        { header: 'What', kind: 'text', width: 40, value: ({ name }) => name },
        { header: 'To', kind: 'text', width: 36, value: ({ authority }) => authority },
        { header: 'Done on', kind: 'date', value: ({ doneOn }) => doneOn },
        { header: 'By', kind: 'text', width: 24, value: ({ doneBy }) => doneBy },
        { header: 'Reference', kind: 'text', width: 20, value: ({ reference }) => reference },
      ],
    },
    await findFilingsBetween(tx, days),
  )
}

/** Each message of the auditor's queries that were raised or changed since the period began. */
export async function drawAuditQueries({ tx, days, head }: Drawing) {
  return writableTable<AuditQueryLine>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'Date', kind: 'date', value: ({ writtenAt }) => dayIn(writtenAt) },
        { header: 'Query', kind: 'text', width: 34, value: ({ subject }) => subject },
        { header: 'Status', kind: 'text', width: 20, value: ({ status }) => enquiryStatusNames[status] },
        { header: 'By', kind: 'text', width: 22, value: ({ author }) => author },
        { header: 'Message', kind: 'text', width: 110, value: ({ text }) => text },
      ],
    },
    await findAuditQueries(tx, days.from),
  )
}
