import * as contract from '#contract/members/bank-details.ts'
import { askForChange } from '#server/features/access/change-requests/ask-for-change.ts'
import { bind, bindWaiting } from '#server/http/bind.ts'
import { getBankDetails } from './queries.ts'
import { describeBankDetails, updateBankDetails } from './update-bank-details.ts'

export const bankDetailsRoutes = [
  bind(contract.getBankDetails, getBankDetails),
  bindWaiting(askForChange(contract.updateBankDetails, describeBankDetails, updateBankDetails)),
]
