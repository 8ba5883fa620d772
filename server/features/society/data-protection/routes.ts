import * as contract from '#contract/society/data-protection.ts'
import { bind } from '#server/http/bind.ts'
import { askForErasure } from './ask-for-erasure.ts'
import { decideErasure } from './decide-erasure.ts'
import { draftMyData } from './draft-my-data.ts'
import { giveConsent } from './give-consent.ts'
import { listConsents, listErasureRequests, listOwnErasureRequests } from './queries.ts'
import { recordErasureLetter } from './record-erasure-letter.ts'

export const dataProtectionRoutes = [
  bind(contract.getMyData, draftMyData),
  bind(contract.listConsents, listConsents),
  bind(contract.giveConsent, giveConsent),
  bind(contract.askForErasure, askForErasure),
  bind(contract.recordErasureLetter, recordErasureLetter),
  bind(contract.listOwnErasureRequests, listOwnErasureRequests),
  bind(contract.listErasureRequests, listErasureRequests),
  bind(contract.decideErasure, decideErasure),
]
