import * as contract from '#features/members/bank-details/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindWaiting } from '#platform/http/bind.ts'
import { getBankDetails } from './queries.ts'
import { describeBankDetails, updateBankDetails } from './update-bank-details.ts'

export const bankDetailsRoutes = [
  bind(contract.getBankDetails, getBankDetails),
  bindWaiting(askForChange(contract.updateBankDetails, describeBankDetails, updateBankDetails)),
]
