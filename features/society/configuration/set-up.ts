import * as z from 'zod/mini'
import { foldForSearch } from '#core/searching.ts'
import { newAccountType } from './account-types.ts'
import { changedSettings, newLoanConfiguration, societyKind } from './contract.ts'
import { configuration } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'

/** Far more than a society has at its beginning. */
const productsMax = 20

const namedOnce = (products: readonly { name: string }[]) =>
  new Set(products.map(({ name }) => foldForSearch(name))).size === products.length

export const setUpCooperative = endpoint({
  method: 'POST',
  path: '/financial/setup',
  summary:
    'Sets a cooperative up in one transaction: its settings, what members save on, what they borrow. Adds what is not there yet, changes what no one uses, leaves what is in use, and retires what registration put there and no one uses or chose.',
  access: 'configuration.update',
  says: ['settings', 'Set up the cooperative'],
  changes: configuration,
  stepUp: true,
  mayWait: true,
  body: z.strictObject({
    societyKind,
    settings: z.strictObject(changedSettings),
    accountTypes: z
      .array(newAccountType, 'Send a list of account types')
      .check(
        z.maxLength(productsMax, `Give at most ${productsMax} account types`),
        z.refine(namedOnce, 'Name each account type once'),
      ),
    loanConfigurations: z
      .array(newLoanConfiguration, 'Send a list of loan configurations')
      .check(
        z.maxLength(productsMax, `Give at most ${productsMax} loan configurations`),
        z.refine(namedOnce, 'Name each loan configuration once'),
      ),
  }),
  /** Names of account types and loan configurations. */
  reply: z.object({
    added: z.array(z.string()),
    changed: z.array(z.string()),
    kept: z.array(z.string()),
    retired: z.array(z.string()),
  }),
  message: 'Your cooperative is set up',
})
