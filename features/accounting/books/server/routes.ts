import * as contract from '#features/accounting/books/contract.ts'
import * as closing from '#features/accounting/books/books-closing.ts'
import { downloadSuspendedBooks as suspendedContract } from '#features/accounting/books/suspended-books.ts'
import { bind, bindShortList, bindOpen, bindWaiting } from '#platform/http/bind.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { closeYear, describeClosing } from './close-year.ts'
import { createAccount } from './create-account.ts'
import { getBalanceSheet } from './get-balance-sheet.ts'
import { getBooks } from './get-books.ts'
import { getCashBook } from './get-cash-book.ts'
import { getEntry } from './get-entry.ts'
import { getGeneralLedger } from './get-general-ledger.ts'
import { getIncomeStatement } from './get-income-statement.ts'
import { getMemberBalances } from './get-member-balances.ts'
import { getReceiptsAndPayments } from './get-receipts-and-payments.ts'
import { getTrialBalance } from './get-trial-balance.ts'
import { listAccounts } from './list-accounts.ts'
import { lockBooks } from './lock-books.ts'
import { proveBooks } from './prove-books.ts'
import { listReports } from './queries.ts'
import { reopenBooks } from './reopen-books.ts'
import { downloadSuspendedBooks } from './download-suspended-books.ts'
import { describeReversedClosing, reverseClosing } from './reverse-closing.ts'
import { updateAccount } from './update-account.ts'

export const bookRoutes = [
  bind(contract.listReports, listReports),
  bind(contract.getTrialBalance, getTrialBalance),
  bind(contract.getIncomeStatement, getIncomeStatement),
  bind(contract.getBalanceSheet, getBalanceSheet),
  bind(contract.getReceiptsAndPayments, getReceiptsAndPayments),
  bind(contract.getGeneralLedger, getGeneralLedger),
  bind(contract.getCashBook, getCashBook),
  bind(contract.getMemberBalances, getMemberBalances),
  bind(contract.getEntry, getEntry),
  bind(contract.proveBooks, proveBooks),
  bindShortList(closing.listAccounts, listAccounts, ['code', 'name']),
  bind(closing.createAccount, createAccount),
  bind(closing.updateAccount, updateAccount),
  bind(closing.getBooks, getBooks),
  bind(closing.lockBooks, lockBooks),
  bind(closing.reopenBooks, reopenBooks),
  bindWaiting(askForChange(closing.closeYear, describeClosing, closeYear)),
  bindWaiting(askForChange(closing.reverseClosing, describeReversedClosing, reverseClosing)),
  bindOpen(suspendedContract, downloadSuspendedBooks),
]
