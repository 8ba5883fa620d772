import type { Day } from '#core/calendar.ts'
import type { AccountId, CooperativeId, LoginId } from '#core/ids.ts'
import { plainRules, rulesToKeep } from '#features/loans/loans/rules/loan-terms.ts'
import {
  accountTypePresets,
  configurationPreset,
  loanConfigurationPresets,
} from '#features/society/configuration/rules/presets.ts'
import { tokenHash } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'

/** The name of the unique key that refuses this login, or nothing. */
export async function insertCooperativeLogin(
  tx: Tx,
  row: { loginId: LoginId; coopId: string; phone: string; name: string; passwordHash: string },
): Promise<string | null> {
  const { taken } = await tx.one<{ taken: string | null }>(sql`
    select platform.create_cooperative_login(${row.loginId}, ${row.coopId}, ${row.phone}, ${row.name}, ${row.passwordHash}) as taken`)
  return taken
}

/** Settings, account types and loan configurations that a new cooperative starts with. */
export async function insertPresets(
  tx: Tx,
  cooperativeId: CooperativeId,
  { accounts, contributionsDueFrom }: { accounts: ReadonlyMap<string, AccountId>; contributionsDueFrom: Day },
): Promise<void> {
  await insert(tx, 'app.configuration', { ...configurationPreset, contributionsDueFrom })
  const types = accountTypePresets
  await tx.run(sql`
    insert into app.account_type (cooperative_id, account_type_id, code, name, kind, control_id, is_default)
    select ${cooperativeId}, t.* from unnest(${types.map(() => newId())}::uuid[], ${types.map((t) => t.code)}::text[], ${types.map((t) => t.name)}::text[],
      ${types.map((t) => t.kind)}::text[], ${types.map((t) => accounts.get(t.controlCode))}::uuid[], ${types.map((t) => t.isDefault ?? false)}::boolean[]) as t`)
  const loans = loanConfigurationPresets
  await tx.run(sql`
    insert into app.loan_configuration (cooperative_id, loan_configuration_id, code, name, interest_method, annual_rate_ppm, instalments_max,
      savings_multiple_percent, control_id, is_default, rules)
    select ${cooperativeId}, l.* from unnest(${loans.map(() => newId())}::uuid[], ${loans.map((l) => l.code)}::text[], ${loans.map((l) => l.name)}::text[],
      ${loans.map((l) => l.interestMethod)}::text[], ${loans.map((l) => l.annualRatePpm)}::int[], ${loans.map((l) => l.instalmentsMax)}::int[],
      ${loans.map((l) => l.savingsMultiplePercent)}::int[], ${loans.map((l) => accounts.get(l.controlCode))}::uuid[], ${loans.map((l) => l.isDefault ?? false)}::boolean[],
      ${loans.map((l) => JSON.stringify(rulesToKeep({ ...plainRules, ...l.rules })))}::jsonb[]) as l`)
}

/** Links the person behind a ticket to the login just registered; false where the ticket is no good any more. */
export async function linkRegisteredLogin(
  tx: Tx,
  loginId: LoginId,
  ticket: string,
  signIn: string | undefined,
): Promise<boolean> {
  if (signIn === undefined) return false
  const { linked } = await tx.one<{ linked: boolean }>(
    sql`select platform.link_registered_login(${loginId}, ${newId()}, ${tokenHash(ticket)}, ${tokenHash(signIn)}) as linked`,
  )
  return linked
}
