import { type Kobo, sumKobo } from '#core/money.ts'
import { findLoansOfReport, type LoanOfReport } from '#features/loans/reports/server/find-loans-of-report.ts'
import { writableTable } from '#platform/files/table-file.ts'
import { officesOf } from './draw-officers.ts'
import type { Drawing } from './queries.ts'
import { findOfficers } from './queries.ts'

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
