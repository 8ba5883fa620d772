import { registerBeforeClosing, registerReversingClosing } from '#features/accounting/books/server/actions.ts'
import { registerReversing, registerWaiting } from '#features/savings/transactions/server/actions.ts'
import { refuseAppropriated } from '#features/surplus/appropriation/server/actions.ts'
import * as appropriation from '#features/surplus/appropriation/server/actions.ts'
import * as dividendCap from '#features/surplus/appropriation/server/get-dividend-cap.ts'
import * as dividendsToBanks from '#features/surplus/appropriation/server/pay-out-dividends.ts'
import {
  postWaitingDividend,
  refusePaidOut,
  refusePassedOn,
} from '#features/surplus/appropriation/server/post-dividend.ts'
import * as dividendLines from '#features/surplus/appropriation/server/preview-dividend.ts'
import * as appropriationReads from '#features/surplus/appropriation/server/reads.ts'
import * as dividends from '#features/surplus/appropriation/server/run-dividend.ts'
import { beforeClosing } from '#features/surplus/year-closing/server/before-closing.ts'
import * as yearClosingReads from '#features/surplus/year-closing/server/reads.ts'
import { routesOf } from '#platform/http/routes-of.ts'

registerBeforeClosing(beforeClosing)
registerWaiting('dividend', postWaitingDividend)
registerReversing({ refuse: refusePaidOut })
registerReversing({ refuse: refusePassedOn })
registerReversingClosing(refuseAppropriated)

/** Everything that the closing of a year and its surplus answer. */
export const surplusRoutes = routesOf(
  yearClosingReads,
  appropriation,
  appropriationReads,
  dividends,
  dividendLines,
  dividendCap,
  dividendsToBanks,
)
