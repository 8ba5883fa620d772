import { useState } from 'react'
import { sentence } from '#ui/api/api-error.ts'
import { useNavigate } from '#ui/router/place.ts'
import { useCurrentUser } from '#ui/session/session.ts'
import { roleLabel } from '#ui/session/session-user.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Menu } from '#ui/Menu.tsx'
import { toast } from '#ui/toast.ts'
import './ProfileMenu.css'
import type { Home } from './navigation.ts'
import type { moveTo } from './switch-membership.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const loadItems = () => import('./profile-items.ts')
const begin = () => void loadItems().catch(() => undefined)

/** The picture of the person who is signed in; what is under it comes with its own file as soon as it is pointed at. */
export function ProfileMenu({ pictures, home }: { pictures: (string | null | undefined)[]; home: Home }) {
  const user = useCurrentUser()
  const navigate = useNavigate()
  const [isMoving, setMoving] = useState(false)
  async function move(to: Parameters<typeof moveTo>[0]) {
    setMoving(true)
    try {
      const { moveTo } = await import('./switch-membership.ts')
      await moveTo(to, home)
    } catch (error) {
      toast.error(sentence(error))
    } finally {
      setMoving(false)
    }
  }
  return (
    <Menu
      label={strings.yourAccount}
      items={async () => (await loadItems()).profileItems(user, home, navigate, (to) => void move(to))}
      head={
        <>
          <p className="profile-menu__name">{user.name}</p>
          <p className="muted">{roleLabel(user)}</p>
        </>
      }
      trigger={(props) => (
        <button
          type="button"
          className="profile-menu"
          aria-label={fill(strings.yourAccountName, { name: user.name })}
          aria-busy={isMoving || undefined}
          onPointerEnter={begin}
          onFocus={begin}
          {...props}
        >
          <Avatar name={user.name} sources={pictures} size={36} />
        </button>
      )}
    />
  )
}
