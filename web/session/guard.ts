import { redirect } from '@tanstack/react-router'
import type { Role } from '#domain/actor.ts'
import { session } from './session.ts'

/** Lets only this role in: nobody goes to /login, another role to the public home. */
export function onlyFor(role: Role): () => void {
  return () => {
    const user = session.user()
    if (!user) throw redirect({ to: '/login' })
    if (user.role !== role) throw redirect({ href: '/', reloadDocument: true })
  }
}
