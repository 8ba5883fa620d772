import { vouchers } from '#core/contract/changes.ts'
import type { Services } from '#platform/context.ts'
import type { PayoutJob } from '#platform/db/payouts.ts'
import { type Hint, hints } from '#platform/live/hints.ts'
import { advancePayout } from './advance-payout.ts'
import { askNames } from './ask-names.ts'

/** What the queue of payouts asks for. Throws where another try can help. */
export async function runPayoutJob(services: Services, job: PayoutJob): Promise<void> {
  await ('payout' in job ? advancePayout(services, job) : askNames(services, job))
  const { cooperative: cooperativeId } = job
  hints.publish({ topics: vouchers, cooperativeId, officers: true, members: [] } satisfies Hint)
}
