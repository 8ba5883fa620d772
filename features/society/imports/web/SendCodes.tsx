import { Send } from 'lucide'
import { sendImportCodes } from '#features/society/imports/contract.ts'
import { MessagesAreSaved } from '#ui/parts/MessagesAreSaved.tsx'
import { useAction } from '#ui/api/use-action.ts'
import { Link } from '#ui/router/Link.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { plural } from '#ui/format.ts'
import type { Import } from './api.ts'

/** Activation codes go out when the officer says so: to all of these members now, or to some from the register. */
export function SendCodes({ found, members }: { found: Import; members: number }) {
  const send = useAction(sendImportCodes)
  if (found.codesSentAt) {
    return (
      <Banner title={`Codes made for ${plural(found.codesSent, 'member')}`}>
        They are on their way by SMS. You can also print activation slips from the register and hand them over.
        <MessagesAreSaved />
      </Banner>
    )
  }
  return (
    <Card
      title="Activation codes"
      description={
        <>
          With a code a member sets a password and sees their own account. You can also make codes for some members, or
          print slips, from the register.
          <MessagesAreSaved />
        </>
      }
    >
      {send.error && <RefusedBanner error={send.error} title="Failed to send the codes" />}
      <div className="row">
        <Button look="primary" icon={Send} busy={send.isPending} onClick={() => send.mutate({ importId: found.id })}>
          Send codes to {members === 1 ? '1 member' : `all ${plural(members, 'member')}`}
        </Button>
        <Link className={buttonClass('secondary')} to="/coop/member-management">
          Choose members
        </Link>
      </div>
    </Card>
  )
}
