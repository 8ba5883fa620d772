import * as contract from '#features/loans/agreements/contract.ts'
import { bind } from '#server/http/bind.ts'
import { draftAgreement } from './draft-agreement.ts'

export const agreementRoutes = [bind(contract.getLoanAgreement, draftAgreement)]
