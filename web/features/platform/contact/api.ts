import type { listContactMessages } from '#contract/platform/contact.ts'
import type { Replied } from '#contract/endpoint.ts'

export type ContactMessage = Replied<typeof listContactMessages>
