import * as contract from '#features/accounting/bank-accounts/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindWaiting } from '#platform/http/bind.ts'
import { listBankAccounts } from './queries.ts'
import { describeBankAccount, updateBankAccount } from './update-bank-account.ts'

export const bankAccountRoutes = [
  bind(contract.listBankAccountDetails, listBankAccounts),
  bindWaiting(askForChange(contract.updateBankAccount, describeBankAccount, updateBankAccount)),
]
