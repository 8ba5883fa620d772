import { IdentitiesCard } from '#features/access/login/web/IdentitiesCard.tsx'
import { PasswordCard } from '#features/access/login/web/PasswordCard.tsx'
import { SessionsCard } from '#features/access/login/web/SessionsCard.tsx'
import { TwoStepCard } from '#features/access/login/web/TwoStepCard.tsx'
import { session } from '#ui/session/session.ts'

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
