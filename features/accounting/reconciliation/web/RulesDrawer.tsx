import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import type { AccountId } from '#core/ids.ts'
import { listBankRules, removeBankRule } from '#features/accounting/reconciliation/recorded-lines.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { plural } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { RuleDialog } from './RuleDialog.tsx'
import './RulesDrawer.css'

type BankRule = Replied<typeof listBankRules>[number]
const endings = {
  member: 'Proposes nothing: the member is not active',
  account: 'Proposes nothing: the account is retired',
}

/** What was remembered of recorded lines of an account: by which words a line is known, and what it becomes. */
export function RulesDrawer({ accountId, onClose }: { accountId: AccountId; onClose: () => void }) {
  const rules = useQuery(query(listBankRules, { accountId }))
  const [changing, setChanging] = useState<BankRule>()
  const [removing, setRemoving] = useState<BankRule>()
  const remove = useAction(removeBankRule)
  return (
    <>
      <Drawer
        wide
        open
        onClose={onClose}
        title="Rules"
        description="A line with all of these words is proposed to be recorded like the one that the rule was learned from. Nothing is recorded without you."
      >
        {rules.isError ? (
          <LoadProblem title="Failed to load the rules" of={rules} />
        ) : !rules.data ? (
          <SkeletonLines lines={6} />
        ) : rules.data.length === 0 ? (
          <EmptyState icon={Sparkles} title="No rules yet">
            Record or match a line. The next line with the same words is proposed by itself.
          </EmptyState>
        ) : (
          <ul className="bank-rules" aria-label="Rules">
            {rules.data.map((rule) => (
              <li key={rule.id}>
                <div>
                  <strong>{rule.words.join(' ')}</strong>{' '}
                  <span className="muted">{rule.cameIn ? 'came in' : 'went out'}</span>
                  <p>{rule.title}</p>
                  <p className="muted">
                    From {rule.narration || 'a line without words'}, <DateText on={rule.seenOn} />, by {rule.madeBy}.{' '}
                    {rule.usedAt ? (
                      <>
                        Used {plural(rule.used, 'time', 'times')}, last <DateText on={rule.usedAt} />.
                      </>
                    ) : (
                      'Not used yet.'
                    )}
                  </p>
                  {rule.ended && <Tag tone="warning">{endings[rule.ended]}</Tag>}
                </div>
                <div className="row">
                  <Button
                    needs="reconciliation.manage"
                    size="small"
                    aria-label={`Change the rule ${rule.words.join(' ')}`}
                    onClick={() => setChanging(rule)}
                  >
                    Change
                  </Button>
                  <Button
                    needs="reconciliation.manage"
                    size="small"
                    aria-label={`Remove the rule ${rule.words.join(' ')}`}
                    onClick={() => setRemoving(rule)}
                  >
                    Remove
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Drawer>
      {changing && <RuleDialog accountId={accountId} rule={changing} onClose={() => setChanging(undefined)} />}
      {removing && (
        <ConfirmDialog
          action={remove}
          title="Remove this rule?"
          description={`Lines with “${removing.words.join(' ')}” are no longer proposed as ${removing.title}. What was recorded stays.`}
          button="Remove rule"
          look="danger"
          failed="This rule was not removed"
          onConfirm={() =>
            remove.mutate(
              { accountId, ruleId: removing.id },
              toastThen('Rule removed', () => setRemoving(undefined)),
            )
          }
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}
