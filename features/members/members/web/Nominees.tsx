import { useQuery } from '@tanstack/react-query'
import { listOwnNominees, listNominees } from '#features/members/nominees/contract.ts'
import { Suspense, lazy, useState } from 'react'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { Member } from './MemberForm.tsx'
import type { Nominee } from './api.ts'
import * as strings from './strings.ts'

const NomineesDrawer = lazy(async () => ({ default: (await import('./NomineesDrawer.tsx')).NomineesDrawer }))

/** Who is paid when this member dies, with a way to change it. */
export function Nominees({ member }: { member: Member }) {
  const asked = useQuery(query(listNominees, { id: member.memberid }))
  const [editing, setEditing] = useState(false)
  return (
    <section>
      <NomineeList asked={asked} />
      <div className="row">
        {asked.data && (
          <Button needs="member.update" onClick={() => setEditing(true)}>
            {asked.data.length > 0 ? strings.changeNominees : strings.nameNominees}
          </Button>
        )}
      </div>
      <Suspense>
        {editing && asked.data && (
          <NomineesDrawer member={member} known={asked.data} onClose={() => setEditing(false)} />
        )}
      </Suspense>
    </section>
  )
}

/** The same for the member who looks. */
export function OwnNominees() {
  return (
    <section>
      <NomineeList asked={useQuery(query(listOwnNominees, {}))} />
      <p>
        <Link to="/member/requests" search={{ ask: 'nominees' }}>
          {strings.askForOtherNominees}
        </Link>
      </p>
    </section>
  )
}

function NomineeList({
  asked: { data, error, refetch },
}: {
  asked: { data: Nominee[] | undefined; error: Error | null; refetch: () => unknown }
}) {
  return (
    <>
      <h2>{strings.nominees}</h2>
      {error && <LoadProblem title={strings.failedToLoadTheNominees} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={3} />}
      {data?.length === 0 && <p className="muted">{strings.noNomineeIsNamedYet}</p>}
      {data && data.length > 0 && (
        <Facts
          items={data.map(({ firstName, lastName, relationship, phone, sharePercent }, index) => ({
            label: `${index + 1}. ${[firstName, lastName].filter(Boolean).join(' ') || strings.noNameGiven}`,
            value: (
              <>
                {sharePercent} %
                <span className="muted">
                  {[relationship, phone]
                    .filter(Boolean)
                    .map((text) => ` · ${text}`)
                    .join('')}
                </span>
              </>
            ),
          }))}
        />
      )}
    </>
  )
}
