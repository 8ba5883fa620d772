import * as accountTypes from '#features/society/configuration/account-types.ts'
import * as contract from '#features/society/configuration/contract.ts'
import { setUpCooperative as setUpContract } from '#features/society/configuration/set-up.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindShortList, bindWaiting } from '#platform/http/bind.ts'
import { createAccountType, describeNewAccountType } from './create-account-type.ts'
import { createLoanConfiguration } from './create-loan-configuration.ts'
import {
  getConfiguration,
  getDefaultLoanConfiguration,
  getLoanConfiguration,
  listAccountTypes,
  listConfigurationChanges,
  listLoanConfigurations,
} from './queries.ts'
import { retireLoanConfiguration } from './retire-loan-configuration.ts'
import { describeSetUp, setUpCooperative } from './set-up-cooperative.ts'
import { describeInterest, updateAccountType } from './update-account-type.ts'
import { describeApprovalRules, updateConfiguration } from './update-configuration.ts'
import { describeLoanApprovals, describeNewLoans, updateLoanConfiguration } from './update-loan-configuration.ts'

export const configurationRoutes = [
  bindShortList(accountTypes.listAccountTypes, listAccountTypes, ['name', 'code']),
  bindWaiting(askForChange(accountTypes.createAccountType, describeNewAccountType, createAccountType)),
  bindWaiting(askForChange(accountTypes.updateAccountType, describeInterest, updateAccountType)),
  bind(contract.getConfiguration, getConfiguration),
  bindWaiting(askForChange(contract.updateConfiguration, describeApprovalRules, updateConfiguration)),
  bind(contract.listConfigurationChanges, listConfigurationChanges),
  bindShortList(contract.listLoanConfigurations, listLoanConfigurations, ['name']),
  bindWaiting(askForChange(contract.createLoanConfiguration, describeNewLoans, createLoanConfiguration)),
  bind(contract.getDefaultLoanConfiguration, getDefaultLoanConfiguration),
  bind(contract.getLoanConfiguration, getLoanConfiguration),
  bindWaiting(askForChange(contract.updateLoanConfiguration, describeLoanApprovals, updateLoanConfiguration)),
  bind(contract.retireLoanConfiguration, retireLoanConfiguration),
  bindWaiting(askForChange(setUpContract, describeSetUp, setUpCooperative)),
]
