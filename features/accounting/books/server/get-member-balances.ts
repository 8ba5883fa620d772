import type { getMemberBalances as contract } from '#features/accounting/books/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { Author } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { AccountTypeId, MemberId } from '#core/ids.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import type { RowLook, TableColumn } from '#platform/files/table-columns.ts'
import { fileFormatOf } from '#core/file-format.ts'
import { rowsMax } from '#platform/files/rows-max.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import { findHolders, findSumsByType } from './queries.ts'

/** What members hold at the end of a day, and that it is what the control accounts say. */
export async function getMemberBalances(
  tx: Tx,
  _actor: Author,
  {
    asOf,
    q,
    sort = 'membershipno',
    page,
    limit,
    format: asked,
  }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const day = asOf ?? dayIn(now)
  const format = fileFormatOf(asked)
  const paging = format ? { page: 1, limit: rowsMax[format] + 1 } : { page, limit }
  const [{ rows, total }, types] = await Promise.all([
    findHolders(tx, day, { q, sort, ...paging }),
    findSumsByType(tx, day),
  ])
  const holdings = rows.map(({ types: ids, amounts, ...row }) => ({
    ...row,
    memberId: row.memberId as MemberId,
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
}

type Printed = Pick<Replied<typeof contract>, 'membershipno' | 'name' | 'balances' | 'total'> & { look: RowLook }

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
