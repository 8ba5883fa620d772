import type { listContactMessages } from '#features/platform-admin/contact/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'

export type ContactMessage = Replied<typeof listContactMessages>
