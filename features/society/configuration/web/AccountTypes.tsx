import { useQuery } from '@tanstack/react-query'
import {
  createAccountType,
  updateAccountType,
  listAccountTypes,
} from '#features/society/configuration/account-types.ts'
import { Plus } from 'lucide'
import { useState } from 'react'
import { isDay } from '#core/calendar.ts'
import {
  accountTypeKindNames,
  accountTypeKinds,
  type AccountTypeKind,
} from '#features/accounting/books/rules/account-kinds.ts'
import { everyNames } from '#features/society/configuration/rules/interest-words.ts'
import { depositInWords } from '#features/society/configuration/rules/type-terms.ts'
import { useAction } from '#ui/api/use-action.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Drawer, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import { TextField } from '#ui/TextField.tsx'
import { dayText, todayInLagos } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { DepositFields, interestValuesOf, readInterest, SavingsInterestFields } from './InterestFields.tsx'
import { OfferedTable } from './OfferedTable.tsx'
import type { AccountType } from './api.ts'

/** What members save on. A retired type is offered no more, and its money stays where it is. */
export function AccountTypes() {
  const asked = useQuery(wholeList(listAccountTypes, { retired: 'true' }))
  const [editing, setEditing] = useState<AccountType | 'new'>()
  if (asked.isError) return <LoadProblem title="Failed to load the account types" of={asked} />
  return (
    <>
      <div className="settings-save">
        <p className="muted">The default is used when no account is chosen.</p>
        <Button needs="configuration.update" look="primary" icon={Plus} onClick={() => setEditing('new')}>
          Add account type
        </Button>
      </div>
      <OfferedTable
        update={updateAccountType}
        caption="Account types"
        columns={columns}
        rows={asked.data}
        loadingRows={4}
        mayBeDefault={({ kind }) => kind !== 'fixed_deposit'}
        failed="The account type was not changed"
        retiredWords="It is closed to new deposits. What members hold on it stays in the books and can be paid out. You can offer it again at any time."
        onEdit={setEditing}
      />
      {editing && (
        <AccountTypeDrawer
          key={editing === 'new' ? 'new' : editing.id}
          type={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

const columns: Column<AccountType>[] = [
  { key: 'name', header: 'Account type', card: 'title', cell: (row) => row.name },
  { key: 'kind', header: 'Kind', cell: (row) => accountTypeKindNames[row.kind] },
  { key: 'interest', header: 'Interest', cell: interestText },
  { key: 'release', header: 'Withdrawals', cell: releaseText },
]

function interestText({ interest, fixedDeposit }: AccountType): string {
  if (interest) return `${interest.annualRatePercent} % a year, ${everyNames[interest.every].toLowerCase()}`
  return fixedDeposit ? depositInWords(fixedDeposit) : 'None'
}

function releaseText({ kind, releaseOn, earlyRelease }: AccountType): string {
  if (kind === 'shares') return 'By redemption'
  if (kind === 'fixed_deposit') return 'When it matures'
  if (releaseOn === null || releaseOn <= todayInLagos()) return 'At any time'
  return `From ${dayText(releaseOn)}${earlyRelease ? ', or earlier by an officer' : ''}`
}

function AccountTypeDrawer({ type, onClose }: { type: AccountType | undefined; onClose: () => void }) {
  const [name, setName] = useState(type?.name ?? '')
  const [kind, setKind] = useState<AccountTypeKind>(type?.kind ?? 'savings')
  const [releaseOn, setReleaseOn] = useState<string>(type?.releaseOn ?? '')
  const [earlyRelease, setEarlyRelease] = useState(type?.earlyRelease ?? false)
  const [values, setValues] = useState(() => interestValuesOf(type))
  const [tries, setTries] = useState(0)
  const create = useAction(createAccountType)
  const update = useAction(updateAccountType)
  const action = type ? update : create
  const missing = name.trim() === ''
  // What everybody saves on by default can always be withdrawn from.
  const waits = kind === 'savings' && !type?.isDefault
  const said = readInterest(kind, values)
  const lacking = missing || Object.keys(said.problems).length > 0
  const refused = fieldErrors(action.error)
  const errors: Record<string, string> = { ...refused, ...(tries > 0 ? said.problems : {}) }
  const setTerms = (changes: Partial<typeof values>) => setValues((now) => ({ ...now, ...changes }))
  function submit() {
    setTries(tries + 1)
    if (lacking) return
    const onSuccess = () => {
      toast.success(type ? `${name.trim()} changed` : `${name.trim()} added`)
      onClose()
    }
    const terms = {
      releaseOn: waits && isDay(releaseOn) ? releaseOn : null,
      earlyRelease: waits && isDay(releaseOn) && earlyRelease,
      ...(kind === 'savings' && { interest: said.interest }),
      ...(said.fixedDeposit && { fixedDeposit: said.fixedDeposit }),
    }
    if (type) update.mutate({ id: type.id, name: name.trim(), ...terms }, { onSuccess })
    else create.mutate({ name: name.trim(), kind, ...terms }, { onSuccess })
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={type ? `Edit ${type.name}` : 'Add account type'}
      description={
        type
          ? 'The new name is also in the books and on members’ accounts.'
          : 'It gets an account of its own in the chart, which sums what all members hold on it.'
      }
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="account-type" busy={action.isPending}>
          {type ? 'Save changes' : 'Add account type'}
        </CancelOr>
      }
    >
      <Form
        id="account-type"
        className="stack"
        onSubmit={submit}
        problems={tries > 0 && lacking ? tries : action.error}
      >
        {action.error && !refused['name'] && !refused['releaseOn'] && !refused['interest'] && (
          <RefusedBanner error={action.error} title="This was not saved" />
        )}
        <TextField
          label="Name"
          maxLength={60}
          placeholder="Christmas savings"
          value={name}
          onChange={setName}
          error={tries > 0 && missing ? 'Name the account type' : errors['name']}
          data-autofocus
        />
        {!type && (
          <Select
            label="Kind"
            hint="Savings and fixed deposits are owed to the member; shares are the cooperative's capital"
            value={kind}
            options={optionsOf(accountTypeKinds, accountTypeKindNames)}
            onChange={(value) => value && setKind(value)}
          />
        )}
        {waits && (
          <>
            <DateField
              label="Withdrawals from"
              optional
              hint="For target and Christmas savings: nothing leaves before this day, and the refusal says the date"
              value={releaseOn}
              onChange={setReleaseOn}
              error={errors['releaseOn']}
            />
            {releaseOn !== '' && (
              <Checkbox label="An officer may pay out earlier" checked={earlyRelease} onChange={setEarlyRelease} />
            )}
          </>
        )}
        {kind === 'savings' && <SavingsInterestFields values={values} errors={errors} set={setTerms} />}
        {kind === 'fixed_deposit' && <DepositFields values={values} errors={errors} set={setTerms} />}
      </Form>
    </Drawer>
  )
}
