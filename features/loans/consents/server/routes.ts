import * as pages from '#features/loans/consents/consent-pages.ts'
import * as contract from '#features/loans/consents/contract.ts'
import { readDocumentFile } from '#platform/files/document-file.ts'
import { registerApprovals } from '#features/access/approvals/server/queries.ts'
import { bind, bindOpen, bindPrepared, bindUpload } from '#platform/http/bind.ts'
import { addGuaranteePaper } from './add-guarantee-paper.ts'
import { acceptConsent, declineConsent } from './answer-consent.ts'
import { confirmGuaranteePaper } from './confirm-guarantee-paper.ts'
import { createConsentLink, prepareConsentLink } from './create-consent-link.ts'
import { declineGuaranteePaper } from './decline-guarantee-paper.ts'
import { draftGuarantorForm } from './draft-guarantor-form.ts'
import { openConsent } from './open-consent.ts'
import { guaranteePaperApprovals } from './queries.ts'
import { sendConsentCode } from './send-consent-code.ts'

registerApprovals(guaranteePaperApprovals)

export const consentRoutes = [
  bindPrepared(contract.createConsentLink, prepareConsentLink, createConsentLink),
  bind(contract.getGuarantorForm, draftGuarantorForm),
  bindUpload(contract.addGuaranteePaper, readDocumentFile, addGuaranteePaper),
  bind(contract.confirmGuaranteePaper, confirmGuaranteePaper),
  bind(contract.declineGuaranteePaper, declineGuaranteePaper),
  bindOpen(pages.openConsent, openConsent),
  bindOpen(pages.sendConsentCode, sendConsentCode),
  bindOpen(pages.acceptConsent, acceptConsent),
  bindOpen(pages.declineConsent, declineConsent),
]
