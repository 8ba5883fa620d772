import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { linkIdentity, listIdentities, unlinkIdentity } from '#features/access/login/own-login.ts'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { type Arrival, useArrival } from '#ui/api/use-arrival.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { ThirdPartyLinks } from '#ui/parts/ThirdPartyLinks.tsx'
import { toast } from '#ui/toast.ts'
import './SessionsCard.css'
import { SandboxWarning } from './SandboxWarning.tsx'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

/** The third parties that open this login; linking one asks for the password once more. */
export function IdentitiesCard({ kind }: { kind: 'cooperative' | 'member' }) {
  const asked = useQuery(query(listIdentities, {}))
  const arrival = useArrival()
  const [answered, setAnswered] = useState(false)
  const unlink = useAction(unlinkIdentity, {
    onSuccess: () => toast.success(strings.signInUnlinked),
    onError: (error) => toast.error(sentence(error)),
  })
  return (
    <Card title={strings.otherWaysToSignIn} description={strings.aServiceThatAlreadyKnows}>
      <div className="stack">
        {arrival.state === 'failed' && <Banner tone="danger">{arrival.why}</Banner>}
        {asked.isError && <LoadProblem title={strings.failedToLoadTheList} of={asked} />}
        {asked.data && asked.data.length > 0 && (
          <ul className="setting-rows">
            {asked.data.map(({ id, provider, email, name, linkedAt }) => (
              <li key={id}>
                <div className="setting-rows__words">
                  {provider}: {email ?? name}
                  <small>{fillElements(strings.linkedOn, { linkedAt: <DateText on={linkedAt} /> })}</small>
                </div>
                <Button
                  size="small"
                  busy={unlink.isPending && unlink.variables?.identityId === id}
                  aria-label={fill(strings.unlinkProviderEmail, { provider, email: email ?? name ?? '' })}
                  onClick={() => unlink.mutate({ identityId: id })}
                >
                  {strings.unlink}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {asked.data?.length === 0 && <p className="muted">{strings.onlyYourPasswordOpensThis}</p>}
        <ThirdPartyLinks purpose="link" kind={kind} words={(name) => fill(strings.linkName, { name })} />
      </div>
      {arrival.state === 'unlinked' && !answered && (
        <LinkDialog
          arrival={arrival}
          onClose={() => setAnswered(true)}
          onLinked={() => {
            setAnswered(true)
            toast.success(strings.signInLinked)
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
      title={fill(strings.linkEmail, { email: identity.email ?? identity.name ?? identity.provider })}
      description={fill(strings.fromThenOnOpensThis, { provider: identity.provider })}
      actions={
        <CancelOr onCancel={onClose} type="submit" form="link-identity" look="primary" busy={link.isPending}>
          {strings.link}
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
          label={strings.yourPassword}
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
