import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import {
  arrearsHeading,
  ledgerHeadings,
  nameHeading,
  numberHeading,
  openingCode,
  type OpeningAccount,
  type OpeningMember,
  sheetNames,
} from '#features/accounting/opening-balances/rules/opening-balances.ts'
import { assetHeadings } from '#features/accounting/opening-balances/rules/opening-assets.ts'
import { depositHeadings } from '#features/accounting/opening-balances/rules/opening-deposits.ts'
import { heldHeadings } from '#features/accounting/opening-balances/rules/opening-held-money.ts'
import { loanHeadings } from '#features/accounting/opening-balances/rules/opening-loans.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { writableTable, writeXlsx } from '#platform/files/table-file.ts'
import { findRegister } from './queries.ts'

const [codeHeading, accountHeading, debitHeading, creditHeading] = ledgerHeadings

/** The workbook to fill in: the members by number, and the accounts that a trial balance can hold. Refuses: overloaded. */
export async function downloadOpeningWorkbook(
  tx: Tx,
  _actor: TenantActor,
  _input: unknown,
  { now }: Context,
): Promise<FileDraft> {
  const { coopId, members, types, accounts, products, depositTypes } = await findRegister(tx, dayIn(now))
  const memberColumns: TableColumn<OpeningMember>[] = [
    {
      header: numberHeading,
      kind: 'text',
      width: 20,
      value: ({ number }) => `${coopId}/${String(number).padStart(5, '0')}`,
    },
    { header: nameHeading, kind: 'text', value: ({ name }) => name },
    ...types.map(({ name }): TableColumn<OpeningMember> => ({ header: name, kind: 'money', value: () => null })),
    { header: arrearsHeading, kind: 'money', value: () => null },
  ]
  const open = new Set([...types, ...products, ...depositTypes].map(({ controlId }) => controlId))
  const asked = accounts.filter(
    (account) =>
      !account.retired && account.code !== openingCode && (!account.isControl || open.has(account.accountId)),
  )
  return new FileDraft(async () => ({
    fileName: 'ajose-opening-balances.xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: await writeXlsx([
      writableTable({ sheet: sheetNames.members, columns: memberColumns }, members),
      writableTable({ sheet: sheetNames.ledger, columns: ledgerColumns }, asked),
      writableTable({ sheet: sheetNames.loans, columns: columnsOf(loanHeadings) }, []),
      writableTable({ sheet: sheetNames.deposits, columns: columnsOf(depositHeadings) }, []),
      writableTable({ sheet: sheetNames.assets, columns: columnsOf(assetHeadings) }, []),
      writableTable({ sheet: sheetNames.held, columns: columnsOf(heldHeadings) }, []),
    ]),
  }))
}

const kinds: Readonly<Record<string, TableColumn<null>['kind']>> = {
  ...{ original: 'money', outstanding: 'money', interest: 'money', overdue: 'money', began: 'date', since: 'date' },
  ...{ principal: 'money', agreed: 'money', accrued: 'money', opened: 'date' },
  ...{ bought: 'date', cost: 'money', salvage: 'money', depreciation: 'money' },
  ...{ received: 'date', amount: 'money' },
}

/** The empty sheet of rows that are each one thing, by its headings. */
const columnsOf = (headings: Readonly<Record<string, string>>): TableColumn<null>[] =>
  Object.entries(headings).map(([heading, header]) => ({ header, kind: kinds[heading] ?? 'text', value: () => null }))

const ledgerColumns: TableColumn<OpeningAccount>[] = [
  { header: codeHeading, kind: 'text', width: 10, value: ({ code }) => code },
  { header: accountHeading, kind: 'text', width: 36, value: ({ name }) => name },
  { header: debitHeading, kind: 'money', value: () => null },
  { header: creditHeading, kind: 'money', value: () => null },
]
