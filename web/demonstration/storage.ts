import { dayIn } from '#domain/calendar.ts'
import { renewPortfolios } from './portfolio.ts'
import type { User, World } from './records.ts'
import { sampleWorld } from './sample-society.ts'

/** The part of a browser's storage that the demonstration uses. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The users list, the signed-in one, and the societies' own records. */
const keys = { users: 'users', currentUser: 'current_user', societies: 'societies' } as const

/** What a session of the app leaves in either storage (web/session/session.ts). */
const sessionKeys = ['auth_token', 'refresh_token', 'user_data', 'user', 'notifications']

/** Counted up when the records take another shape: what an older demonstration stored then gives way to the sample. */
const shape = 9

/** Storage is text: an amount of kobo is written as {"kobo":"123"}, so that none ever becomes a binary fraction. */
function toText(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? { kobo: String(each) } : each))
}

function fromText(text: string): unknown {
  return JSON.parse(text, (_key, each: unknown) => {
    const amount = typeof each === 'object' && each !== null && 'kobo' in each ? each.kobo : undefined
    return typeof amount === 'string' ? BigInt(amount) : each
  })
}

/** Everything that is stored; the sample where nothing is, and where what is stored can't be read. */
export function loadWorld(store: Store, now: Date): World {
  try {
    const users = store.getItem(keys.users)
    const societies = store.getItem(keys.societies)
    if (users === null && societies === null) return keepSample(store, now)
    if (users === null || societies === null) throw new Error('A part of what is stored is missing')
    const { shape: storedShape, ...rest } = fromText(societies) as Omit<World, 'users'> & { shape?: number }
    const world = { ...rest, users: fromText(users) as User[] }
    if (storedShape !== shape || !isWhole(world)) throw new Error('What is stored is not a list of users and their societies')
    return world
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification has a failure to read the stored users logged
    console.warn('The stored users could not be read; the sample users take their place.', error)
    return keepSample(store, now)
  }
}

function keepSample(store: Store, now: Date): World {
  const world = sampleWorld(now)
  saveWorld(store, world, now)
  return world
}

function isWhole({ users, societies, platformNotices, contactMessages, auditEvents }: World): boolean {
  if (![users, societies, platformNotices, contactMessages, auditEvents].every(Array.isArray) || users.length === 0) return false
  return (
    users.every((user) => typeof user?.id === 'number' && typeof user.phone === 'string' && typeof user.token === 'string' && typeof user.lastName === 'string' && typeof user.role === 'string') &&
    societies.every((society) => typeof society?.id === 'string' && Array.isArray(society.movements) && Array.isArray(society.pledges) && Array.isArray(society.loans) && Array.isArray(society.notices))
  )
}

export function saveWorld(store: Store, world: World, now: Date): void {
  renewPortfolios(world, dayIn(now))
  const { users, ...rest } = world
  store.setItem(keys.users, toText(users))
  store.setItem(keys.societies, toText({ shape, ...rest }))
}

/** The record of whoever is signed in, without what opens his account. */
export function keepCurrentUser(store: Store, { password: _password, ...user }: User): void {
  store.setItem(keys.currentUser, toText(user))
}

export function forgetCurrentUser(store: Store): void {
  store.removeItem(keys.currentUser)
}

/** Takes away all that the demonstration and its sessions left in these storages; the next look brings the sample back. */
export function startOver(stores: readonly Store[]): void {
  for (const store of stores) for (const key of [...Object.values(keys), ...sessionKeys]) store.removeItem(key)
}
