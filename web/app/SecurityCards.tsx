import { IdentitiesCard } from '#web/features/sessions/IdentitiesCard.tsx'
import { PasswordCard } from '#web/features/sessions/PasswordCard.tsx'
import { SessionsCard } from '#web/features/sessions/SessionsCard.tsx'

/** What opens the own login, and where it is open. */
export function SecurityCards({ kind }: { kind: 'cooperative' | 'member' }) {
  return (
    <>
      <PasswordCard />
      <SessionsCard />
      <IdentitiesCard kind={kind} />
    </>
  )
}
