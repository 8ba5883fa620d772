import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  getBalanceSheet,
  getCashBook,
  getEntry,
  getGeneralLedger,
  getIncomeStatement,
  getMemberBalances,
  getReceiptsAndPayments,
  getTrialBalance,
} from '#contract/books/books.ts'
import type { Endpoint, Parsed, Replied } from '#contract/endpoint.ts'
import type { Day } from '#domain/calendar.ts'
import type { FileFormat } from '#domain/books/ledger/report.ts'
import { call } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { saveFile } from '#web/ui/save-file.ts'

/** The days of a report as its address has them; the server fills in what is left out. */
export type DaysAsked = { from?: Day | undefined; to?: Day | undefined }

export type LedgerLine = Replied<typeof getGeneralLedger>
export type CashLine = Replied<typeof getCashBook>

function reportQuery<E extends Endpoint>(endpoint: E, input: Parsed<E>) {
  return queryOptions({
    queryKey: [...bookQueries.all, endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const bookQueries = {
  all: ['books'] as const,
  trialBalance: (days: DaysAsked) => reportQuery(getTrialBalance, days),
  incomeStatement: (days: DaysAsked) => reportQuery(getIncomeStatement, days),
  receiptsAndPayments: (days: DaysAsked) => reportQuery(getReceiptsAndPayments, days),
  balanceSheet: (asOf: Day | undefined) => reportQuery(getBalanceSheet, { asOf }),
  generalLedger: (query: Parsed<typeof getGeneralLedger>) => reportQuery(getGeneralLedger, query),
  cashBook: (query: Parsed<typeof getCashBook>) => reportQuery(getCashBook, query),
  entry: (query: Parsed<typeof getEntry>) => reportQuery(getEntry, query),
  memberBalances: (query: Parsed<typeof getMemberBalances>) => reportQuery(getMemberBalances, query),
}

/** Hands a report as a file to the browser's downloads. */
export async function saveReport<E extends Endpoint>(endpoint: E, input: Parsed<E>, format: FileFormat): Promise<void> {
  const { blob, fileName } = await download(endpoint, Object.assign({}, input, { format }))
  saveFile(blob, fileName ?? `report.${format}`)
}
