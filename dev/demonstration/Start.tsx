import { Button } from '#ui/Button.tsx'
import { EntryFrame } from '#ui/EntryFrame.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { homePath } from '#ui/session/home-path.ts'
import { session } from '#ui/session/session.ts'
import { sessionUserOf } from './accounts.ts'
import { sampleUsers, type User } from './sample-users.ts'
import { loadUsers } from './storage.ts'

const doors = {
  coop_admin: ['/login', 'Enter as an officer'],
  member: ['/member-login', 'Enter as a member'],
  superadmin: ['/super-admin/login', 'Enter as the super admin'],
} as const

/** Three doors into the sample cooperative, each opened with one press or by its login. */
export function Start() {
  usePageTitle('Try a sample cooperative')
  return (
    <EntryFrame
      title="Try a sample cooperative"
      description="Its members and its money are made up. Look at everything; only the profile can be changed."
    >
      <div className="stack">
        {sampleUsers().map((user) => (
          <div key={user.id} className="stack">
            <Button wide onClick={() => enter(user)}>
              {doors[user.role][1]}
            </Button>
            <p className="entry__description">
              Or <a href={doors[user.role][0]}>log in</a> as{' '}
              <strong>{user.role === 'superadmin' ? user.membershipId : user.phone}</strong> with the password{' '}
              <strong>{user.password}</strong> or the last name <strong>{user.lastName}</strong>
            </p>
          </div>
        ))}
      </div>
    </EntryFrame>
  )
}

function enter(user: User) {
  session.open(
    sessionUserOf(user, loadUsers(localStorage)),
    { accessToken: user.token, refreshToken: user.token },
    true,
  )
  location.assign(homePath(user))
}
