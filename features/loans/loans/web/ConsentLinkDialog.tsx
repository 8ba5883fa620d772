import { Copy, MessageCircle } from 'lucide'
import { createConsentLink } from '#features/loans/consents/contract.ts'
import { MessagesAreSaved } from '#ui/parts/MessagesAreSaved.tsx'
import { useAction } from '#ui/api/use-action.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { whatsAppLink } from '#ui/PhoneLinks.tsx'
import { TextField } from '#ui/TextField.tsx'
import { dateText } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import type { LoanDetail } from './api.ts'
import type { SentLink } from './consents-api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

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
      title={fill(strings.sendAConsentLink, { name })}
      description={
        <>
          {fill(strings.opensTheLinkReadsThe, { name })} {linkSentAt && strings.theLinkThatWasMade}
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
          {strings.sendBySms}
        </CancelOr>
      }
    >
      {send.error && <RefusedBanner error={send.error} title={strings.noLinkWasMade} />}
      {officer && <p className="muted">{strings.youCanThenShareThe}</p>}
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
      () => toast.success(strings.linkCopied),
      () => toast.error(strings.thisBrowserDidNotCopy),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.consentLinkMade}
      actions={
        <Button look="primary" onClick={onClose}>
          {strings.done}
        </Button>
      }
    >
      <div className="stack">
        <Banner title={fill(strings.smsToIsOnIts, { name })}>
          {fill(strings.forThePhoneEndingIn, { phoneEnd, expiresAt: dateText(expiresAt) })}
          <MessagesAreSaved />
        </Banner>
        {share && (
          <>
            <TextField
              label={strings.link}
              hint={strings.shownThisOnceOnlyThe}
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
                {strings.shareByWhatsapp}
              </a>
              <Button icon={Copy} onClick={() => void copy(share.url)}>
                {strings.copyLink}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}
