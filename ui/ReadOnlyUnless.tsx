import type { ReactNode } from 'react'
import type { Permission } from '#core/actor.ts'
import { may } from '#ui/session/may.ts'
import './ReadOnlyUnless.css'

/** Fields that everybody reads and only some change: to the others they are shown and take nothing. */
export function ReadOnlyUnless({ may: permission, children }: { may: Permission; children: ReactNode }) {
  return (
    <fieldset className="read-only-unless" disabled={!may(permission)}>
      {children}
    </fieldset>
  )
}
