import { sampleUsers, type User } from './sample-users.ts'

/** The part of a browser's storage that the demonstration uses. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The stored users; the sample where there are none, and where they can't be read. */
export function loadUsers(store: Store): User[] {
  try {
    const users = JSON.parse(store.getItem('users') ?? '[]') as User[]
    if (
      !users.every((user) =>
        [user.phone, user.token, user.lastName, user.role].every((each) => typeof each === 'string'),
      )
    )
      throw new Error('What is stored is not a list of users')
    if (users.length > 0) return users
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification has a failure to read the stored users logged
    console.warn('The stored users could not be read; the sample users take their place.', error)
  }
  const users = sampleUsers()
  saveUsers(store, users)
  return users
}

export function saveUsers(store: Store, users: readonly User[]): void {
  store.setItem('users', JSON.stringify(users))
}

/** Keeps the current-user entry in step with who is signed in, without the password. */
export function followCurrentUser(store: Store, token: string | null): void {
  const user = loadUsers(store).find((each) => each.token === token)
  if (user) store.setItem('current_user', JSON.stringify({ ...user, password: undefined }))
  else store.removeItem('current_user')
}

/** Takes away all that the demonstration and its sessions (ui/session/session.ts) left in these storages. */
export function startOver(stores: readonly Store[]): void {
  for (const store of stores)
    for (const key of ['users', 'current_user', 'auth_token', 'refresh_token', 'user_data', 'user', 'notifications'])
      store.removeItem(key)
}
