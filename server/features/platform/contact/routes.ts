import * as contract from '#contract/platform/contact.ts'
import { bindOpen, bindPlatform } from '#server/http/bind.ts'
import { listContactMessages } from './queries.ts'
import { sendContactMessage } from './send-contact-message.ts'
import { updateContactMessage } from './update-contact-message.ts'

/** The contact page's own form sends to this one too, without a script. */
export const contactFormRoute = bindOpen(contract.sendContactMessage, sendContactMessage)

export const contactRoutes = [
  contactFormRoute,
  bindPlatform(contract.listContactMessages, listContactMessages),
  bindPlatform(contract.updateContactMessage, updateContactMessage),
]
