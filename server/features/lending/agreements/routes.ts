import * as contract from '#contract/lending/agreements.ts'
import { bind } from '#server/http/bind.ts'
import { draftAgreement } from './draft-agreement.ts'

export const agreementRoutes = [bind(contract.getLoanAgreement, draftAgreement)]
