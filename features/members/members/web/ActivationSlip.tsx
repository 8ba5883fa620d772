import { MessagesAreSaved } from '#ui/parts/MessagesAreSaved.tsx'
import { Check, Copy, MessageCircle, Printer } from 'lucide'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import type { createMember } from '#features/members/members/member-changes.ts'
import { useCurrentUser } from '#ui/session/session.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { phoneText, whatsAppLink } from '#ui/PhoneLinks.tsx'
import './ActivationSlip.css'

/** The code with which a new member sets a password. It is shown this once, to be handed over. */
export function ActivationSlip({ member }: { member: Replied<typeof createMember> }) {
  const { cooperativeName } = useCurrentUser()
  const [copied, setCopied] = useState(false)
  const name = `${member.firstName} ${member.lastName}`
  // A shared phone is the login of the other member.
  const identifier = member.phone === null || member.sharesPhone ? member.membershipno : member.phone
  const address = `${location.origin}/forgot-password?${new URLSearchParams({ identifier, code: member.activationCode, activate: '1' })}`
  const message = `Welcome to ${cooperativeName}, ${member.firstName}. Your membership number is ${member.membershipno}. Set your password here: ${address} (code ${member.activationCode}).`
  return (
    <div className="stack">
      <p>
        <strong>{name}</strong> is member <span className="number">{member.membershipno}</span>.{' '}
        {member.phone === null
          ? 'Hand over the code below, because there is no phone to send it to.'
          : `Hand over the code below, or let the member use the SMS that goes to ${phoneText(member.phone)}.`}{' '}
        It is shown only now and works for 14 days.
        <MessagesAreSaved />
      </p>
      <div className="activation-slip">
        <p className="activation-slip__head">{cooperativeName}</p>
        <p>
          {name}
          <br />
          <span className="number muted">{member.membershipno}</span>
        </p>
        <p>
          Log in with: <span className="number">{phoneText(identifier)}</span>
        </p>
        <p className="activation-slip__label">Activation code</p>
        <p className="activation-slip__code number" translate="no">
          {member.activationCode}
        </p>
        <p className="muted">
          Open {location.host}/member-login, choose “Activate your account”, enter {phoneText(identifier)} and this
          code, and choose a password.
        </p>
      </div>
      <div className="row">
        <Button
          icon={copied ? Check : Copy}
          onClick={() => {
            void navigator.clipboard.writeText(member.activationCode).then(() => setCopied(true))
          }}
        >
          {copied ? 'Copied' : 'Copy code'}
        </Button>
        <Button icon={Printer} onClick={() => print()}>
          Print
        </Button>
        {member.phone !== null && (
          <a
            className={buttonClass('secondary')}
            href={whatsAppLink(member.phone, message)}
            target="_blank"
            rel="noreferrer"
          >
            <Icon of={MessageCircle} />
            Send on WhatsApp
          </a>
        )}
      </div>
      <span className="visually-hidden" role="status">
        {copied ? 'Code copied' : ''}
      </span>
    </div>
  )
}
