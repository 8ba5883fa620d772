import type { Kobo } from '#core/money.ts'
import type { ApprovalKind } from '#features/access/approvals/rules/approvals.ts'
import { MoneyField } from '#ui/MoneyField.tsx'
import { type ApprovalsName, ApprovalsSelect } from './ApprovalsSelect.tsx'

type Values = Record<ApprovalsName, number | null> & Record<`${ApprovalKind}ApprovalsFrom`, Kobo | undefined>

const rows: readonly { kind: ApprovalKind; action: string; what: string }[] = [
  { kind: 'withdrawal', action: 'Withdrawal or expense', what: 'a withdrawal' },
  { kind: 'share', action: 'Share transfer or redemption', what: 'shares that are transferred or redeemed' },
  { kind: 'journal', action: 'Journal', what: 'a journal' },
  { kind: 'reversal', action: 'Reversal', what: 'a reversal' },
  { kind: 'writeOff', action: 'Loan write-off', what: 'the write-off of a loan' },
]

/** What waits for another officer: how many approvals each action takes, and from what amount. */
export function ApprovalRules({
  values,
  shown,
  set,
}: {
  values: Values
  shown: Record<string, string | undefined>
  set: (changes: Partial<Values>) => void
}) {
  return (
    <table className="approval-rules">
      <caption className="visually-hidden">What waits for another officer</caption>
      <thead>
        <tr>
          <th scope="col">Action</th>
          <th scope="col">Approvals</th>
          <th scope="col">From amount</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, action, what }) => (
          <tr key={kind}>
            <th scope="row">{action}</th>
            <td>
              <ApprovalsSelect
                hideLabel
                label={`Approvals of ${what}`}
                value={values[`${kind}Approvals`]}
                onChange={(count) => set({ [`${kind}Approvals`]: count })}
                error={shown[`${kind}Approvals`]}
              />
            </td>
            <td>
              {values[`${kind}Approvals`] !== 0 && (
                <MoneyField
                  hideLabel
                  label={`From amount of ${what}`}
                  value={values[`${kind}ApprovalsFrom`]}
                  onChange={(amount) => set({ [`${kind}ApprovalsFrom`]: amount })}
                  error={shown[`${kind}ApprovalsFrom`]}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
