import { Vault } from 'lucide'
import { Link } from '#ui/router/Link.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

/** Why the list is empty, and the step that fills it. */
export function NoDeposits({ filtered, offered, onOpen }: { filtered: boolean; offered: boolean; onOpen: () => void }) {
  if (filtered) return <EmptyState icon={Vault} title="No deposit matches" />
  if (offered) {
    return (
      <EmptyState
        icon={Vault}
        title="No deposit yet"
        actions={
          <Button needs="transaction.decide" look="primary" onClick={onOpen}>
            Open a deposit
          </Button>
        }
      >
        A member leaves a sum for a term and gets a certificate; it is paid out here when it matures.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={Vault}
      title="No fixed deposit is offered yet"
      actions={
        <Link
          needs="configuration.update"
          className={buttonClass('primary')}
          to="/coop/financial-operations/setup"
          search={{ tab: 'accounts' }}
        >
          Add a fixed deposit
        </Link>
      }
    >
      Say its rate, its months and what happens when it matures or is broken, as your bye-laws have it.
    </EmptyState>
  )
}
