import * as contract from '#features/platform-admin/contact/contract.ts'
import { updateSupportContact as changeContract } from '#features/platform-admin/overview/support-contact-change.ts'
import { getSupportContact as supportContract } from '#features/platform-admin/overview/support-contact.ts'
import { bindOpen, bindPlatform } from '#server/http/bind.ts'
import { listContactMessages } from './queries.ts'
import { getSupportContact } from './contact-of.ts'
import { sendContactMessage } from './send-contact-message.ts'
import { updateContactMessage } from './update-contact-message.ts'
import { updateSupportContact } from './update-support-contact.ts'

/** The contact page's own form sends to this one too, without a script. */
export const contactFormRoute = bindOpen(contract.sendContactMessage, sendContactMessage)

export const contactRoutes = [
  contactFormRoute,
  bindPlatform(contract.listContactMessages, listContactMessages),
  bindPlatform(contract.updateContactMessage, updateContactMessage),
  bindOpen(supportContract, getSupportContact),
  bindPlatform(changeContract, updateSupportContact),
]
