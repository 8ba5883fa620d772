import { IdentitiesCard } from '#web/features/access/sessions/IdentitiesCard.tsx'
import { PasswordCard } from '#web/features/access/sessions/PasswordCard.tsx'
import { SessionsCard } from '#web/features/access/sessions/SessionsCard.tsx'
import { TwoStepCard } from '#web/features/access/sessions/TwoStepCard.tsx'
import { session } from '#web/session/session.ts'

/** What opens the own login, and where it is open. */
export function SecurityCards({ kind }: { kind: 'cooperative' | 'member' | 'superadmin' }) {
  const user = session.user()
  return (
    <>
      <PasswordCard />
      <TwoStepCard />
      <SessionsCard />
      {kind !== 'superadmin' && user?.office !== 'external_auditor' && <IdentitiesCard kind={kind} />}
    </>
  )
}
