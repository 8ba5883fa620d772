import * as contract from '#contract/money/bank-accounts.ts'
import { askForChange } from '#server/features/access/change-requests/ask-for-change.ts'
import { bind, bindWaiting } from '#server/http/bind.ts'
import { listBankAccounts } from './queries.ts'
import { describeBankAccount, updateBankAccount } from './update-bank-account.ts'

export const bankAccountRoutes = [
  bind(contract.listBankAccountDetails, listBankAccounts),
  bindWaiting(askForChange(contract.updateBankAccount, describeBankAccount, updateBankAccount)),
]
