import { Copy, MessageCircle } from 'lucide'
import { createConsentLink } from '#contract/lending/consents.ts'
import { MessagesAreSaved } from '#web/parts/MessagesAreSaved.tsx'
import { useAction } from '#web/api/use-action.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Dialog, CancelOr } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { whatsAppLink } from '#web/ui/PhoneLinks.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { dateText } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import type { LoanDetail } from './api.ts'
import { type SentLink } from './consents-api.ts'

/** Sends a guarantor a link by SMS, by which they answer without the app. */
export function ConsentLinkDialog({
  loan,
  guarantor,
  officer,
  onClose,
}: {
  loan: LoanDetail
  guarantor: LoanDetail['guarantors'][number]
  officer: boolean
  onClose: () => void
}) {
  const send = useAction(createConsentLink)
  const { name, memberId, linkSentAt } = guarantor
  if (send.data) return <Sent name={name} link={send.data} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Send ${name} a consent link?`}
      description={
        <>
          {`${name} opens the link, reads the terms and answers with a code to the phone in the register. The link works once and ends after 7 days.${linkSentAt ? ' The link that was made before ends now.' : ''}`}
          <MessagesAreSaved />
        </>
      }
      actions={
        <CancelOr
          onCancel={onClose}
          look="primary"
          busy={send.isPending}
          onClick={() => send.mutate({ loanId: loan.id, memberId })}
        >
          Send by SMS
        </CancelOr>
      }
    >
      {send.error && <RefusedBanner error={send.error} title="No link was made" />}
      {officer && <p className="muted">You can then share the same link by WhatsApp.</p>}
    </Dialog>
  )
}

function Sent({
  name,
  link: { share, expiresAt, phoneEnd },
  onClose,
}: {
  name: string
  link: SentLink
  onClose: () => void
}) {
  const copy = (url: string) =>
    navigator.clipboard.writeText(url).then(
      () => toast.success('Link copied'),
      () => toast.error('This browser did not copy it. Select the link and copy it by hand.'),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Consent link made"
      actions={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="stack">
        <Banner title={`SMS to ${name} is on its way`}>
          {`For the phone ending in ${phoneEnd}. The link works until ${dateText(expiresAt)}.`}
          <MessagesAreSaved />
        </Banner>
        {share && (
          <>
            <TextField
              label="Link"
              hint="Shown this once. Only the guarantor can answer, with the code to their phone."
              readOnly
              value={share.url}
              onChange={() => undefined}
              onFocus={(event) => event.target.select()}
            />
            <div className="row">
              <a
                className={buttonClass('secondary')}
                href={whatsAppLink(share.phone, share.text)}
                target="_blank"
                rel="noreferrer"
              >
                <Icon of={MessageCircle} />
                Share by WhatsApp
              </a>
              <Button icon={Copy} onClick={() => void copy(share.url)}>
                Copy link
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}
