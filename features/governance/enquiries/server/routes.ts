import * as contract from '#features/governance/enquiries/contract.ts'
import { bind, bindOpen, bindPrepared } from '#platform/http/bind.ts'
import { countMessage } from '#platform/limits/count-message.ts'
import { openEnquiry } from './open-enquiry.ts'
import { signEnquiryTokens } from './sign-enquiry-tokens.ts'
import { openEnquiryWithoutName } from './open-enquiry-without-name.ts'
import { getEnquiry, listEnquiries } from './queries.ts'
import { readEnquiryWithoutName } from './read-enquiry-without-name.ts'
import { answerEnquiry, closeEnquiry, writeEnquiry } from './write-enquiry.ts'

export const enquiryRoutes = [
  bind(contract.listEnquiries, listEnquiries),
  bind(contract.getEnquiry, getEnquiry),
  bindPrepared(contract.openEnquiry, countMessage, openEnquiry),
  bindPrepared(contract.writeEnquiry, countMessage, writeEnquiry),
  bind(contract.closeEnquiry, closeEnquiry),
  bind(contract.answerEnquiry, answerEnquiry),
  bindOpen(contract.signEnquiryTokens, signEnquiryTokens),
  bindOpen(contract.openEnquiryWithoutName, openEnquiryWithoutName),
  bindOpen(contract.readEnquiryWithoutName, readEnquiryWithoutName),
]
