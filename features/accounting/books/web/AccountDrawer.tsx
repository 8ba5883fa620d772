import { labelled } from '#core/words.ts'
import { useState } from 'react'
import { updateAccount, createAccount } from '#features/accounting/books/books-closing.ts'
import { type AccountClass, accountClasses } from '#features/accounting/books/rules/account.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import type { ChartAccount } from './closing-api.ts'

const classNames: Record<AccountClass, string> = labelled({
  asset: 'an asset',
  liability: 'a liability',
  equity: 'members’ funds',
  income: 'income',
  expense: 'expenditure',
})

/** Adds an account, or gives one another name. The first digit of the code says what it is. */
export function AccountDrawer({ account, onClose }: { account: ChartAccount | undefined; onClose: () => void }) {
  const [code, setCode] = useState(account?.code ?? '')
  const [name, setName] = useState(account?.name ?? '')
  const [holdsCash, setHoldsCash] = useState(false)
  const create = useAction(createAccount)
  const update = useAction(updateAccount)
  const action = account ? update : create
  const accountClass = accountClasses[Number(code[0]) - 1]
  const problems = {
    ...(!/^[1-5]\d{3}$/.test(code) && { code: 'Use four digits; the first is 1 to 5' }),
    ...(name.trim() === '' && { name: 'Give the account a name' }),
  }
  const tried = useTried(action, problems)
  const { shown } = tried
  function submit() {
    if (!accountClass) return
    const onSuccess = () => {
      toast.success(account ? `Renamed to ${name.trim()}` : `${name.trim()} added`)
      onClose()
    }
    if (account) update.mutate({ accountId: account.id, name: name.trim() }, { onSuccess })
    else
      create.mutate(
        { code, name: name.trim(), class: accountClass, ...(accountClass === 'asset' && holdsCash && { holdsCash }) },
        { onSuccess },
      )
  }
  return (
    <FormDrawer
      id="chart-account"
      tried={tried}
      title={account ? `Rename ${account.name}` : 'Add account'}
      {...(account && { description: `Account ${account.code} keeps its code and all its entries.` })}
      button={account ? 'Rename' : 'Add account'}
      failed="This was not saved"
      onSubmit={submit}
      onClose={onClose}
    >
      {!account && (
        <TextField
          label="Code"
          inputMode="numeric"
          maxLength={4}
          placeholder="1021"
          hint={
            accountClass
              ? `This code is for ${classNames[accountClass]}.`
              : '1 assets, 2 liabilities, 3 members’ funds, 4 income, 5 expenditure'
          }
          value={code}
          onChange={setCode}
          error={shown['code']}
          data-autofocus
        />
      )}
      <TextField
        label="Name"
        maxLength={80}
        value={name}
        onChange={setName}
        error={shown['name']}
        {...(account && { 'data-autofocus': true })}
      />
      {!account && accountClass === 'asset' && (
        <Checkbox
          label="It holds money in hand or at a bank, and is in the cash book"
          checked={holdsCash}
          onChange={setHoldsCash}
        />
      )}
    </FormDrawer>
  )
}
