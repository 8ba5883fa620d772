import { useSyncExternalStore } from 'react'
import type { SessionUser } from './session-user.ts'

export type Tokens = { accessToken: string; refreshToken: string }
/** Why a session ended: the person left, no one was there, the server no longer takes its tokens, another tab left. */
export type EndOfSession = 'logout' | 'inactivity' | 'expired' | 'elsewhere'
/** An end, or another tab that moved on as somebody else. */
export type SessionNews = EndOfSession | 'moved-elsewhere'

const keys = {
  access: 'auth_token',
  refresh: 'refresh_token',
  user: 'user_data',
  userToo: 'user',
  notifications: 'notifications',
} as const

/** Where a signed-in person's last answers are kept for reading offline (ui/pwa/offline-answers.ts). */
export const offlineDatabase = 'ajose-offline'

/** Everything else that this app keeps about a person in a storage, by how its key begins. */
const traces = /^(tabs:|table:|write-to|notifications|[a-z-]+-draft|answers-kept)/

let moving: Promise<unknown> | undefined
const listeners = new Set<(news?: SessionNews) => void>()
// Read when first asked for: tests of what imports this have no storage.
let known: SessionUser | null | undefined
let openedAt = performance.timeOrigin

/** The tab's own session first (Keep me signed in was not ticked), then the browser's. */
function home(): Storage {
  return sessionStorage.getItem(keys.access) === null ? localStorage : sessionStorage
}

function readUser(): SessionUser | null {
  const text = home().getItem(keys.access) === null ? null : home().getItem(keys.user)
  if (text === null) return null
  try {
    const user = JSON.parse(text) as SessionUser
    return typeof user.role === 'string' ? user : null
  } catch {
    return null
  }
}

function tell(news?: SessionNews) {
  known = readUser()
  for (const listener of listeners) listener(news)
}

function forgetTraces(storage: Storage) {
  for (const key of Object.keys(storage)) if (traces.test(key)) storage.removeItem(key)
}

/** Leaves nothing of a person behind, but for the keys of the storage that the next one's are written into. */
function wipe(except?: Storage) {
  for (const storage of [sessionStorage, localStorage]) {
    if (storage !== except) for (const key of Object.values(keys)) storage.removeItem(key)
    forgetTraces(storage)
  }
  forgetAnswers()
}

function forgetAnswers() {
  // Some private windows have no databases, and then nothing was kept.
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(offlineDatabase)
}

export const session = {
  user(): SessionUser | null {
    if (known === undefined) known = readUser()
    return known
  },
  /** Whose session this is: one person in one role of one cooperative; '' when no one is signed in. */
  owner(): string {
    const user = session.user()
    return user ? `${user.role} ${user.id} ${user.cooperativeId}` : ''
  },
  /** Whether the session outlives this tab (Keep me signed in). */
  isKept: (): boolean => home() === localStorage,
  accessToken: (): string | null => home().getItem(keys.access),
  refreshToken: (): string | null => home().getItem(keys.refresh),

  /** When this page began to ask with this session, on the clock that all tabs share. */
  openedAt: (): number => openedAt,

  /** Begins a session; `keep` false forgets it with the tab. */
  open(user: SessionUser, tokens: Tokens, keep: boolean) {
    const storage = keep ? localStorage : sessionStorage
    openedAt = performance.timeOrigin + performance.now()
    // Written over, not removed first: other tabs would take the gap for a logout. The user comes last, with the tokens there.
    wipe(storage)
    storage.setItem(keys.refresh, tokens.refreshToken)
    storage.setItem(keys.access, tokens.accessToken)
    storage.setItem(keys.user, JSON.stringify(user))
    storage.setItem(keys.userToo, JSON.stringify(user))
    tell()
  },

  /** Moves the open session to another membership or area, in the storage where it is. */
  move(user: SessionUser, tokens: Tokens) {
    session.open(user, tokens, home() === localStorage)
  },

  /** Lets what is read wait until `move`, the whole way to another membership, has ended: asked meanwhile, it would be refused. */
  during<Result>(move: Promise<Result>): Promise<Result> {
    moving = move.catch(() => undefined).finally(() => (moving = undefined))
    return move
  },
  /** Settles once no move is under way. */
  moved: async (): Promise<void> => void (await moving),

  renew(tokens: Tokens) {
    const storage = home()
    storage.setItem(keys.access, tokens.accessToken)
    storage.setItem(keys.refresh, tokens.refreshToken)
  },

  /** Corrects what is known about the user, such as the cooperative's status. */
  update(changes: Partial<SessionUser>) {
    const known = session.user()
    if (known === null) return
    const text = JSON.stringify({ ...known, ...changes })
    home().setItem(keys.user, text)
    home().setItem(keys.userToo, text)
    tell()
  },

  /** The latest notifications, kept beside the session for reading without a network and gone with it. */
  notifications: (): string | null => home().getItem(keys.notifications),
  /** `owner` is whose session it was when they were asked for: what arrives after a change of it is not the next one's. */
  keepNotifications(text: string, owner: string) {
    if (owner !== '' && session.owner() === owner) home().setItem(keys.notifications, text)
  },

  /** Whether answers are kept for reading offline: who has none need not wait for a database that is empty. */
  hasAnswers: (): boolean => localStorage.getItem('answers-kept') !== null,
  rememberAnswers() {
    if (session.accessToken() !== null) localStorage.setItem('answers-kept', '1')
  },

  close(why: EndOfSession) {
    if (session.user() === null && session.accessToken() === null) return
    wipe()
    tell(why)
  },

  /** Told at each change; with the reason when the session has ended or the change came from another tab. */
  subscribe(listener: (news?: SessionNews) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Whether somebody else is signed in now, or no one, through no doing of this page. */
function lookAgain() {
  const before = session.user()
  const after = readUser()
  if (JSON.stringify(before) === JSON.stringify(after)) return
  // The other tab has emptied what all tabs share; what this one keeps for itself it can't reach, nor what this one saved before it heard of it.
  if (after?.id !== before?.id || after?.cooperativeId !== before?.cooperativeId) {
    forgetTraces(sessionStorage)
    forgetAnswers()
  }
  tell(after === null ? 'elsewhere' : 'moved-elsewhere')
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ storageArea, key }) => {
    if (storageArea === localStorage && (key === null || key === keys.access || key === keys.user)) lookAgain()
  })
  // A page that Back brings out of the browser's memory slept through what other tabs did.
  window.addEventListener('pageshow', ({ persisted }) => persisted && lookAgain())
}

/** The signed-in user, or null. */
export function useSession(): SessionUser | null {
  return useSyncExternalStore(session.subscribe, session.user)
}

/** The signed-in user of a page that a guard has already let in. */
export function useCurrentUser(): SessionUser {
  const user = useSession()
  if (!user) throw new Error('This page is behind a guard and needs a session.')
  return user
}
