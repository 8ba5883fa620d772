import * as contract from '#features/platform-admin/overview/support-contact.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { sampleContact } from '#features/platform-admin/contact/rules/support-contact.ts'
import { openAction } from '#platform/action.ts'
import type { Database } from '#platform/db/database.ts'
import { findSupportContact } from './reads.ts'

type Shown = Replied<typeof contract.getSupportContact>

/** Another server process may have changed it, so nothing older than this is shown. */
const rememberedMilliseconds = 60_000

const remembered = new WeakMap<Database, { at: number; contact: Promise<Shown> }>()

/** Where people reach those who run this installation: read once a minute, however many pages show it. */
export function contactOf(database: Database, now: Date): Promise<Shown> {
  const known = remembered.get(database)
  if (known && now.getTime() - known.at < rememberedMilliseconds) return known.contact
  const contact = database
    .auth(findSupportContact)
    .then((found): Shown => (found ? { ...found, isSample: false } : { ...sampleContact, isSample: true }))
  remembered.set(database, { at: now.getTime(), contact })
  // What failed is asked again by the next one.
  contact.catch(() => forgetContact(database))
  return contact
}

export function forgetContact(database: Database): void {
  remembered.delete(database)
}

export const getSupportContact = openAction(contract.getSupportContact, ({ database, now }) => contactOf(database, now))
