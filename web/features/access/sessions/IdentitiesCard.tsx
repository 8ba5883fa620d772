import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { linkIdentity, listIdentities, unlinkIdentity } from '#contract/access/own-login.ts'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { type Arrival, useArrival } from '#web/api/use-arrival.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Dialog, CancelOr } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { ThirdPartyLinks } from '#web/parts/ThirdPartyLinks.tsx'
import { toast } from '#web/ui/toast.ts'
import './SessionsCard.css'
import { SandboxWarning } from './SandboxWarning.tsx'

/** The third parties that open this login; linking one asks for the password once more. */
export function IdentitiesCard({ kind }: { kind: 'cooperative' | 'member' }) {
  const asked = useQuery(query(listIdentities, {}))
  const arrival = useArrival()
  const [answered, setAnswered] = useState(false)
  const unlink = useAction(unlinkIdentity, {
    onSuccess: () => toast.success('Sign-in unlinked'),
    onError: (error) => toast.error(sentence(error)),
  })
  return (
    <Card
      title="Other ways to sign in"
      description="A service that already knows you can confirm who you are in place of the password."
    >
      <div className="stack">
        {arrival.state === 'failed' && <Banner tone="danger">{arrival.why}</Banner>}
        {asked.isError && <LoadProblem title="Failed to load the list" of={asked} />}
        {asked.data && asked.data.length > 0 && (
          <ul className="setting-rows">
            {asked.data.map(({ id, provider, email, name, linkedAt }) => (
              <li key={id}>
                <div className="setting-rows__words">
                  {provider}: {email ?? name}
                  <small>
                    Linked on <DateText on={linkedAt} />
                  </small>
                </div>
                <Button
                  size="small"
                  busy={unlink.isPending && unlink.variables?.identityId === id}
                  aria-label={`Unlink ${provider}: ${email ?? name ?? ''}`}
                  onClick={() => unlink.mutate({ identityId: id })}
                >
                  Unlink
                </Button>
              </li>
            ))}
          </ul>
        )}
        {asked.data?.length === 0 && <p className="muted">Only your password opens this login so far.</p>}
        <ThirdPartyLinks purpose="link" kind={kind} words={(name) => `Link ${name}`} />
      </div>
      {arrival.state === 'unlinked' && !answered && (
        <LinkDialog
          arrival={arrival}
          onClose={() => setAnswered(true)}
          onLinked={() => {
            setAnswered(true)
            toast.success('Sign-in linked')
          }}
        />
      )}
    </Card>
  )
}

function LinkDialog({
  arrival: { identity, ticket },
  onClose,
  onLinked,
}: {
  arrival: Extract<Arrival, { state: 'unlinked' }>
  onClose: () => void
  onLinked: () => void
}) {
  const [password, setPassword] = useState('')
  const link = useAction(linkIdentity, { onSuccess: onLinked })
  const errors = fieldErrors(link.error)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Link ${identity.email ?? identity.name ?? identity.provider}?`}
      description={`From then on ${identity.provider} opens this login without its password.`}
      actions={
        <CancelOr onCancel={onClose} type="submit" form="link-identity" look="primary" busy={link.isPending}>
          Link
        </CancelOr>
      }
    >
      <Form
        id="link-identity"
        className="stack"
        problems={link.error}
        onSubmit={() => link.mutate({ ticket, password })}
      >
        {identity.isSandbox && <SandboxWarning />}
        {link.error && !errors['password'] && <Banner tone="danger">{sentence(link.error)}</Banner>}
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={errors['password']}
          data-autofocus
        />
      </Form>
    </Dialog>
  )
}
