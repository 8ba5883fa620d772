import { findCash } from '#features/accounting/books/server/get-receipts-and-payments.ts'
import { listBankAccounts } from '#features/accounting/reconciliation/server/queries.ts'
import { writableTable } from '#platform/files/table-file.ts'
import type { Drawing } from './queries.ts'

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
