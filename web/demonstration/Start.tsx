import { useState } from 'react'
import type { Endpoint, Parsed } from '#contract/endpoint.ts'
import { loginCooperative, loginMember, loginSuperAdmin } from '#contract/access/sessions.ts'
import type { Phone } from '#domain/phone.ts'
import { sentence } from '#web/api/api-error.ts'
import { type CallReply, call } from '#web/api/call.ts'
import { homePath } from '#web/session/home-path.ts'
import { session } from '#web/session/session.ts'
import { userOfCooperative, userOfMember, userOfSuperAdmin } from '#web/session/session-user.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EntryFrame } from '#web/ui/EntryFrame.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { memberPhone, sampleCooperative, sampleMembers, sampleOfficer, samplePasswords, sampleSuperAdmin, superAdminUsername } from './sample-people.ts'
import './Start.css'

const [firstMember] = sampleMembers

/** Three doors into the sample society, each opened with one press; below them the logins by which it is done by hand. */
export function Start() {
  usePageTitle('Try a sample society')
  const [problem, setProblem] = useState<string>()
  const enter = (work: Promise<void>) => void work.catch((error: unknown) => setProblem(sentence(error)))
  return (
    <EntryFrame title="Try a sample society" description={`${sampleCooperative.name} and its ${sampleMembers.length} members are made up. Record, approve and change what you like.`}>
      <div className="stack">
        {problem && (
          <Banner tone="danger" title="That did not work">
            {problem}
          </Banner>
        )}
        <Button look="primary" wide onClick={() => enter(asOfficer())}>
          Enter as an officer
        </Button>
        <Button wide onClick={() => enter(asMember())}>
          Enter as a member
        </Button>
        <Button wide onClick={() => enter(asSuperAdmin())}>
          Enter as the super admin
        </Button>
        <h2>Or log in yourself</h2>
        <p className="entry__description">The password opens an account, and so does the last name.</p>
        <ul className="start__logins">
          <Login area="Cooperative" href="/login" name={sampleCooperative.phone} password={samplePasswords.officer} lastName={sampleOfficer.lastName} />
          <Login area="Member" href="/member-login" name={memberPhone(1)} password={samplePasswords.member} lastName={firstMember?.lastName ?? ''} />
          <Login area="Super admin" href="/super-admin/login" name={superAdminUsername} password={samplePasswords.superAdmin} lastName={sampleSuperAdmin.lastName} />
        </ul>
      </div>
    </EntryFrame>
  )
}

function Login({ area, href, name, password, lastName }: { area: string; href: string; name: string; password: string; lastName: string }) {
  return (
    <li>
      <a href={href}>{area}</a>: <strong>{name}</strong>, password <strong>{password}</strong> or last name <strong>{lastName}</strong>
    </li>
  )
}

/** No login of the demonstration has a second factor, so that the reply is a session. */
async function answered<E extends Endpoint>(endpoint: E, input: Parsed<E>, open: (reply: Exclude<CallReply<E>, { ticket: string }>) => string): Promise<void> {
  location.assign(open((await call(endpoint, input)) as Exclude<CallReply<E>, { ticket: string }>))
}

function asOfficer(): Promise<void> {
  return answered(loginCooperative, { identifier: sampleCooperative.phone, password: samplePasswords.officer }, (reply) => {
    session.open(userOfCooperative(reply.cooperative), reply, true)
    return homePath({ role: 'coop_admin', status: reply.cooperative.status })
  })
}

function asMember(): Promise<void> {
  return answered(loginMember, { phoneNumber: memberPhone(1) as Phone, password: samplePasswords.member }, (reply) => {
    session.open(userOfMember(reply.member, reply.memberships), reply, true)
    return homePath({ role: 'member' })
  })
}

function asSuperAdmin(): Promise<void> {
  return answered(loginSuperAdmin, { identifier: superAdminUsername, password: samplePasswords.superAdmin }, (reply) => {
    session.open(userOfSuperAdmin(reply.superAdmin), reply, true)
    return homePath({ role: 'superadmin' })
  })
}
