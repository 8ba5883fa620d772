import { addMonths, type Day, periodOf } from '#core/calendar.ts'
import { signOpeningBalances, uploadOpeningWorkbook } from '#features/accounting/opening-balances/server/actions.ts'
import { askOf } from '#platform/action.ts'
import { sampleOpening } from './sample-people.ts'
import { asOfficer, asSecretary, memberAt, type SampleSociety, seedDay } from './sample-society.ts'

/** What the society brought from its paper books on the day on which its members were registered: read and signed by the secretary, posted by the second signature. */
export async function seedOpeningBalances(society: SampleSociety): Promise<void> {
  const { context, actor } = society
  const asOf = `${addMonths(periodOf(seedDay(society)), -25)}-05` as Day
  const saved = sampleOpening.savings.reduce((sum, { naira }) => sum + naira, 0)
  const row = (cells: (string | number)[], index: number) => ({ number: index + 2, cells: cells.map(String) })
  const none = { columns: [], rows: [] }
  const sheets = {
    members: {
      columns: ['Membership no.', 'Name', 'Ordinary savings'],
      rows: sampleOpening.savings
        .map(({ n, naira }) => ({ ...memberAt(society, n), naira }))
        .map(({ membershipno, firstName, lastName, naira }, index) =>
          row([membershipno, `${firstName} ${lastName}`, naira], index),
        ),
    },
    ledger: {
      columns: ['Code', 'Account', 'Debit', 'Credit'],
      rows: [
        ['1010', 'Cash in hand', saved + sampleOpening.reserve, ''],
        ['2110', 'Ordinary savings', '', saved],
        ['3210', 'Statutory reserve', '', sampleOpening.reserve],
      ].map(row),
    },
    ...{ loans: none, deposits: none, assets: none, held: none },
  }
  const { id } = await asSecretary(society, (tx, own) =>
    uploadOpeningWorkbook(askOf(tx, own, context), {
      asOf,
      file: { fileName: 'balances-of-the-paper-books.xlsx', sheets },
    }),
  )
  await asSecretary(society, (tx, own) => signOpeningBalances(askOf(tx, own, context), { openingBalancesId: id }))
  await asOfficer(society, (tx) => signOpeningBalances(askOf(tx, actor, context), { openingBalancesId: id }))
}
