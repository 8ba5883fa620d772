import * as contract from '#features/surplus/appropriation/contract.ts'
import * as reports from '#features/surplus/appropriation/surplus-reports.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { registerReversingClosing } from '#features/accounting/books/server/reverse-closing.ts'
import { registerWaiting } from '#features/savings/transactions/server/approve-transaction.ts'
import { registerReversing } from '#features/savings/transactions/server/reverse-transaction.ts'
import { bind, bindWaiting } from '#server/http/bind.ts'
import { appropriateSurplus, refuseAppropriated } from './appropriate-surplus.ts'
import { getDividendCap } from './get-dividend-cap.ts'
import { getSurplus } from './get-surplus.ts'
import { getAppropriationReport } from './get-appropriation-report.ts'
import { getDividendsReport } from './get-dividends-report.ts'
import { listOwnDividends } from './list-own-dividends.ts'
import { describePayOut, getDividendsPayable, payOutDividends } from './pay-out-dividends.ts'
import { postWaitingDividend, refusePaidOut, refusePassedOn } from './post-dividend.ts'
import { listDividendLines, previewDividend } from './preview-dividend.ts'
import { findDividendSettings, getDividendRules, getSurplusRules, listDividends } from './queries.ts'
import { runDividend } from './run-dividend.ts'
import { getDividendChoice, setDividendChoice } from './set-dividend-choice.ts'
import { describeDividendRules, updateDividendRules } from './update-dividend-rules.ts'
import { describeDividendSettings, updateDividendSettings } from './update-dividend-settings.ts'
import { describeSurplusRules, updateSurplusRules } from './update-surplus-rules.ts'

registerWaiting('dividend', postWaitingDividend)
registerReversing({ refuse: refusePaidOut })
registerReversing({ refuse: refusePassedOn })
registerReversingClosing(refuseAppropriated)

export const surplusRoutes = [
  bind(contract.getSurplusRules, getSurplusRules),
  bindWaiting(askForChange(contract.updateSurplusRules, describeSurplusRules, updateSurplusRules)),
  bind(contract.getSurplus, getSurplus),
  bind(contract.appropriateSurplus, appropriateSurplus),
  bind(contract.previewDividend, previewDividend),
  bind(contract.runDividend, runDividend),
  bind(contract.listDividends, listDividends),
  bind(contract.listDividendLines, listDividendLines),
  bind(contract.listOwnDividends, listOwnDividends),
  bind(reports.dividendsReport, getDividendsReport),
  bind(reports.appropriationReport, getAppropriationReport),
  bind(contract.getDividendSettings, findDividendSettings),
  bindWaiting(askForChange(contract.updateDividendSettings, describeDividendSettings, updateDividendSettings)),
  bind(contract.getDividendRules, getDividendRules),
  bindWaiting(askForChange(contract.updateDividendRules, describeDividendRules, updateDividendRules)),
  bind(contract.getDividendCap, getDividendCap),
  bind(contract.getDividendsPayable, getDividendsPayable),
  bindWaiting(askForChange(contract.payOutDividends, describePayOut, payOutDividends)),
  bind(contract.getDividendChoice, getDividendChoice),
  bind(contract.setDividendChoice, setDividendChoice),
]
