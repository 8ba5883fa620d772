import type { Parsed } from '#core/contract/endpoint.ts'
import type { sendNotification } from '#features/members/register/messages.ts'

/** Members that were selected to be written to, on the way from the register to the message. */
export type WriteTo = { to: Parsed<typeof sendNotification>['to']; count: number }

const key = 'write-to'

/** Kept in this tab, so that a reload of the half-written message still knows them. */
export const writeTo = {
  keep: (chosen: WriteTo) => sessionStorage.setItem(key, JSON.stringify(chosen)),
  read: (): WriteTo | undefined => (JSON.parse(sessionStorage.getItem(key) ?? 'null') as WriteTo | null) ?? undefined,
  forget: () => sessionStorage.removeItem(key),
}
