import * as accruals from '#features/loans/accruals/server/actions.ts'
import * as accrualReads from '#features/loans/accruals/server/reads.ts'
import * as agreementReads from '#features/loans/agreements/server/reads.ts'
import * as consents from '#features/loans/consents/server/actions.ts'
import * as consentReads from '#features/loans/consents/server/reads.ts'
import * as loanReads from '#features/loans/details/server/reads.ts'
import * as documents from '#features/loans/documents/server/actions.ts'
import * as documentReads from '#features/loans/documents/server/reads.ts'
import * as goods from '#features/loans/goods/server/actions.ts'
import * as goodReads from '#features/loans/goods/server/reads.ts'
import * as guarantees from '#features/loans/guarantees/server/actions.ts'
import * as guaranteeReads from '#features/loans/guarantees/server/reads.ts'
import * as loans from '#features/loans/loans/server/actions.ts'
import * as lists from '#features/loans/loans/server/reads.ts'
import * as recoveries from '#features/loans/loans/server/recover-loan.ts'
import * as reschedulings from '#features/loans/loans/server/reschedule-loan.ts'
import * as reversals from '#features/loans/loans/server/reverse-loan-movement.ts'
import * as minuteReads from '#features/loans/minutes/server/reads.ts'
import * as penalties from '#features/loans/penalties/server/actions.ts'
import * as portfolio from '#features/loans/portfolio/server/actions.ts'
import * as portfolioReads from '#features/loans/portfolio/server/reads.ts'
import * as reminders from '#features/loans/reminders/server/actions.ts'
import * as reminderReads from '#features/loans/reminders/server/reads.ts'
import * as reports from '#features/loans/reports/server/reads.ts'
import * as writeOffs from '#features/loans/write-offs/server/actions.ts'
import * as writeOffReads from '#features/loans/write-offs/server/reads.ts'
import { routesOf } from '#platform/http/routes-of.ts'

/** Loans from the application to the last instalment. */
export const loansRoutes = [
  ...routesOf(accrualReads, accruals),
  ...routesOf(lists, loans, loanReads, recoveries, reschedulings, reversals),
  ...routesOf(portfolioReads, portfolio),
  ...routesOf(documentReads, documents),
  ...routesOf(minuteReads),
  ...routesOf(reminderReads, reminders),
  ...routesOf(agreementReads),
  ...routesOf(writeOffReads, writeOffs),
  ...routesOf(penalties),
  ...routesOf(goodReads, goods),
  ...routesOf(guaranteeReads, guarantees),
  ...routesOf(consentReads, consents),
  ...routesOf(reports),
]
