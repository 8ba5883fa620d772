import * as bankAccounts from '#features/accounting/bank-accounts/server/actions.ts'
import * as bankAccountReads from '#features/accounting/bank-accounts/server/reads.ts'
import * as books from '#features/accounting/books/server/actions.ts'
import * as suspendedBooks from '#features/accounting/books/server/download-suspended-books.ts'
import * as cashBook from '#features/accounting/books/server/get-cash-book.ts'
import * as generalLedger from '#features/accounting/books/server/get-general-ledger.ts'
import * as memberBalances from '#features/accounting/books/server/get-member-balances.ts'
import * as bookReads from '#features/accounting/books/server/reads.ts'
import * as expenseReads from '#features/accounting/expenses/server/reads.ts'
import { refuseLaterOfAsset } from '#features/accounting/fixed-assets/server/actions.ts'
import * as fixedAssets from '#features/accounting/fixed-assets/server/actions.ts'
import * as fixedAssetReads from '#features/accounting/fixed-assets/server/reads.ts'
import * as moneyDashboard from '#features/accounting/money-dashboard/server/reads.ts'
import { undoOpeningBalances } from '#features/accounting/opening-balances/server/actions.ts'
import * as openingBalances from '#features/accounting/opening-balances/server/actions.ts'
import { postWaitingOpeningBalances } from '#features/accounting/opening-balances/server/post-waiting-opening-balances.ts'
import * as openingBalanceReads from '#features/accounting/opening-balances/server/reads.ts'
import { registerReversing, registerWaiting } from '#features/savings/transactions/server/actions.ts'
import { routesOf } from '#platform/http/routes-of.ts'

registerReversing({ refuse: refuseLaterOfAsset })
registerWaiting('opening', postWaitingOpeningBalances)
registerReversing({ undo: undoOpeningBalances })

/** Everything that accounting answers, but for reconciliation. */
export const accountingRoutes = routesOf(
  bankAccountReads,
  bankAccounts,
  bookReads,
  generalLedger,
  cashBook,
  memberBalances,
  books,
  suspendedBooks,
  expenseReads,
  fixedAssetReads,
  fixedAssets,
  moneyDashboard,
  openingBalanceReads,
  openingBalances,
)
