import type { Replied } from '#core/contract/endpoint.ts'
import { fileFormatOf } from '#core/file-format.ts'
import type { AccountTypeId } from '#core/ids.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#core/money.ts'
import * as contract from '#features/accounting/books/contract.ts'
import { action } from '#platform/action.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import { rowsMax } from '#platform/files/rows-max.ts'
import type { RowLook, TableColumn } from '#platform/files/table-columns.ts'
import { findHolders, findSumsByType } from './reads.ts'

type Row = Replied<typeof contract.getMemberBalances>

/** What members hold at the end of a day, and that it is what the control accounts say. */
export const getMemberBalances = action(contract.getMemberBalances, async ({ tx, now, today }, asked) => {
  const { q, sort = 'membershipno', page, limit, asOf: day = today } = asked
  const format = fileFormatOf(asked.format)
  const paging = format ? { page: 1, limit: rowsMax[format] + 1 } : { page, limit }
  const [{ rows, total }, types] = await Promise.all([
    findHolders(tx, day, { q, sort, ...paging }),
    findSumsByType(tx, day),
  ])
  const holdings = rows.map(({ types: ids, amounts, ...row }) => ({
    ...row,
    balances: ids.map((accountTypeId, index) => ({ accountTypeId, amount: kobo(amounts[index] ?? 0) })),
    total: row.total as Kobo,
  }))
  if (!format)
    return {
      rows: holdings,
      total,
      summary: { asOf: day, accountTypes: types, total: sumKobo(types.map(({ members }) => members)) },
    }
  const held = types.filter(({ members }) => members !== 0n)
  const sums = (name: string, amountOf: (type: (typeof held)[number]) => Kobo): Printed => ({
    membershipno: '',
    name,
    balances: held.map((type) => ({ accountTypeId: type.id, amount: amountOf(type) })),
    total: sumKobo(held.map(amountOf)),
    look: 'total',
  })
  // The control account is not the sum of a part of the members.
  const ends = q ? [] : [sums('All members', ({ members }) => members), sums('The books say', ({ control }) => control)]
  const printed: Printed[] = [...holdings.map((row) => ({ ...row, look: 'plain' as const })), ...ends]
  return draftReport(tx, {
    name: 'member-balances',
    format,
    now,
    days: { to: day },
    columns: columnsOf(held),
    rows: printed,
    look: ({ look }) => look,
  })
})

type Printed = Pick<Row, 'membershipno' | 'name' | 'balances' | 'total'> & { look: RowLook }

function columnsOf(types: readonly { id: AccountTypeId; name: string }[]): TableColumn<Printed>[] {
  return [
    { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
    { header: 'Member', kind: 'text', value: ({ name }) => name },
    ...types.map(({ id, name }): TableColumn<Printed> => ({
      header: name,
      kind: 'money',
      value: ({ balances }) => balances.find(({ accountTypeId }) => accountTypeId === id)?.amount ?? zeroKobo,
    })),
    { header: 'Total', kind: 'money', value: ({ total }) => total },
  ]
}
