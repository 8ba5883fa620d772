import { Send } from 'lucide'
import { useQueryClient } from '@tanstack/react-query'
import { sendImportCodes } from '#contract/society/imports.ts'
import { sentence } from '#web/api/api-error.ts'
import { useAction } from '#web/api/use-action.ts'
import { Link } from '#web/router/Link.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { plural } from '#web/ui/format.ts'
import { type Import, importQueries } from './api.ts'

/** Activation codes go out when the officer says so: to all of these members now, or to some from the register. */
export function SendCodes({ found, members }: { found: Import; members: number }) {
  const queries = useQueryClient()
  const send = useAction(sendImportCodes, { onSuccess: (after) => queries.setQueryData(importQueries.one(after.id).queryKey, after) })
  if (found.codesSentAt) {
    return (
      <Banner tone="success" title={`Codes sent to ${plural(found.codesSent, 'member')}`}>
        Each SMS names your society, the member number and the address where a password is set. Print activation slips for members without a phone at hand.
      </Banner>
    )
  }
  return (
    <Card
      title="Activation codes"
      description="No SMS was sent yet. With a code a member sets a password and sees their own account. You can also send codes to some members, or print slips, from the register."
    >
      {send.error && (
        <Banner tone="danger" title="Failed to send the codes">
          {sentence(send.error)}
        </Banner>
      )}
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
