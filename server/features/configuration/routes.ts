import * as accountTypes from '#contract/account-types.ts'
import * as contract from '#contract/configuration.ts'
import { setUpCooperative as setUpContract } from '#contract/set-up.ts'
import { bind } from '#server/http/bind.ts'
import { createAccountType } from './create-account-type.ts'
import { createLoanConfiguration } from './create-loan-configuration.ts'
import {
  getConfiguration, getDefaultLoanConfiguration, getLoanConfiguration, listAccountTypes, listConfigurationChanges, listLoanConfigurations,
} from './queries.ts'
import { retireLoanConfiguration } from './retire-loan-configuration.ts'
import { setUpCooperative } from './set-up-cooperative.ts'
import { updateAccountType } from './update-account-type.ts'
import { updateConfiguration } from './update-configuration.ts'
import { updateLoanConfiguration } from './update-loan-configuration.ts'

export const configurationRoutes = [
  bind(accountTypes.listAccountTypes, listAccountTypes),
  bind(accountTypes.createAccountType, createAccountType),
  bind(accountTypes.updateAccountType, updateAccountType),
  bind(contract.getConfiguration, getConfiguration),
  bind(contract.updateConfiguration, updateConfiguration),
  bind(contract.listConfigurationChanges, listConfigurationChanges),
  bind(contract.listLoanConfigurations, listLoanConfigurations),
  bind(contract.createLoanConfiguration, createLoanConfiguration),
  bind(contract.getDefaultLoanConfiguration, getDefaultLoanConfiguration),
  bind(contract.getLoanConfiguration, getLoanConfiguration),
  bind(contract.updateLoanConfiguration, updateLoanConfiguration),
  bind(contract.retireLoanConfiguration, retireLoanConfiguration),
  bind(setUpContract, setUpCooperative),
]
