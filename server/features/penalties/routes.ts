import * as contract from '#contract/penalties.ts'
import { bind } from '#server/http/bind.ts'
import { reversePenaltyWaiver } from './reverse-penalty-waiver.ts'
import { waivePenalties } from './waive-penalties.ts'

export const penaltyRoutes = [bind(contract.waivePenalties, waivePenalties), bind(contract.reversePenaltyWaiver, reversePenaltyWaiver)]
