import { useQuery } from '@tanstack/react-query'
import { Check, Copy, ExternalLink, MessageCircle } from 'lucide'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { updateJoinSettings, getJoinSettings } from '#features/members/applications/join-settings.ts'
import { query } from '#ui/api/query.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { useCurrentUser } from '#ui/session/session.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Fold } from '#ui/Fold.tsx'
import { Form } from '#ui/Form.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { ReadOnlyUnless } from '#ui/ReadOnlyUnless.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import './JoinSettingsCard.css'

type Settings = Replied<typeof getJoinSettings>

/** Whether people may apply, at which address, and the society's own words there. */
export function JoinSettingsCard() {
  const asked = useQuery(query(getJoinSettings, {}))
  return (
    <Card
      title="Your join page"
      description="Anybody with its address may apply; no one is a member before an officer approves."
    >
      {asked.isError ? (
        <LoadProblem title="Failed to load the join page’s settings" of={asked} />
      ) : asked.data ? (
        <JoinSettings settings={asked.data} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </Card>
  )
}

function JoinSettings({ settings: { isOpen, welcome, coopId } }: { settings: Settings }) {
  const update = useAction(updateJoinSettings)
  const { cooperativeName } = useCurrentUser()
  // Ticked at once, and back again when the server says no.
  const [ticked, setTicked] = useState(isOpen)
  const [words, setWords] = useState(welcome ?? '')
  const [copied, setCopied] = useState(false)
  const address = `${location.origin}/join/${coopId}`
  const message = `Become a member of ${cooperativeName}: ${address}`
  return (
    <ReadOnlyUnless may="cooperative.update">
      <div className="stack">
        {update.error && !fieldErrors(update.error)['welcome'] && (
          <RefusedBanner error={update.error} title="The join page was not changed" />
        )}
        <Checkbox
          label="Take applications on the join page"
          checked={ticked}
          disabled={update.isPending}
          onChange={(open) => {
            setTicked(open)
            update.mutate(
              { isOpen: open },
              {
                onSuccess: () => toast.success(open ? 'The join page is open' : 'The join page is closed'),
                onError: () => setTicked(isOpen),
              },
            )
          }}
        />
        {isOpen && (
          <div className="row">
            <code className="join-address number" translate="no">
              {address}
            </code>
            <Button
              icon={copied ? Check : Copy}
              onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(true))}
            >
              {copied ? 'Copied' : 'Copy address'}
            </Button>
            <a
              className={buttonClass('secondary')}
              href={`https://wa.me/?text=${encodeURIComponent(message)}`}
              target="_blank"
              rel="noreferrer"
            >
              <Icon of={MessageCircle} />
              Send on WhatsApp
            </a>
            <a className={buttonClass('secondary')} href={`/join/${coopId}`} target="_blank" rel="noreferrer">
              <Icon of={ExternalLink} />
              Look at it
            </a>
          </div>
        )}
        <Fold title="Introduction text" open={fieldErrors(update.error)['welcome'] !== undefined}>
          <Form
            className="stack"
            problems={update.error}
            onSubmit={() =>
              update.mutate(
                { welcome: words.trim() === '' ? null : words.trim() },
                { onSuccess: () => toast.success('The words are changed') },
              )
            }
          >
            <TextAreaField
              label="Introduction text"
              optional
              name="welcome"
              rows={4}
              maxLength={600}
              hint="Who may join, what to bring, when you meet."
              value={words}
              onChange={setWords}
              error={fieldErrors(update.error)['welcome']}
            />
            <div>
              <Button needs="cooperative.update" type="submit" busy={update.isPending}>
                Save words
              </Button>
            </div>
          </Form>
        </Fold>
      </div>
    </ReadOnlyUnless>
  )
}
