import * as contract from '#contract/configuration.ts'
import { bind } from '#server/http/bind.ts'
import { getConfiguration, listAccountTypes, listLoanConfigurations } from './queries.ts'

export const configurationRoutes = [
  bind(contract.listAccountTypes, listAccountTypes),
  bind(contract.getConfiguration, getConfiguration),
  bind(contract.listLoanConfigurations, listLoanConfigurations),
]
