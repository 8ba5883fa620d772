import * as contract from '#features/loans/portfolio/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindWaiting } from '#platform/http/bind.ts'
import { getLoanPortfolio } from './queries.ts'
import { describeProvisionClasses, getProvisionClasses, updateProvisionClasses } from './update-provision-classes.ts'

export const loanPortfolioRoutes = [
  bind(contract.getLoanPortfolio, getLoanPortfolio),
  bind(contract.getProvisionClasses, getProvisionClasses),
  bindWaiting(askForChange(contract.updateProvisionClasses, describeProvisionClasses, updateProvisionClasses)),
]
