import type { TenantActor } from '#core/actor.ts'
import type { ClassTerms } from '#features/loans/loans/rules/portfolio.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** Replaces the classes of the provision whole. */
export async function replaceClasses(
  tx: Tx,
  { cooperativeId }: TenantActor,
  terms: readonly ClassTerms[],
): Promise<void> {
  await tx.run(sql`delete from app.provision_class`)
  await tx.run(sql`
    insert into app.provision_class (cooperative_id, place, from_days, basis_points)
    select ${cooperativeId}, c.place, c.from_days, c.basis_points
    from unnest(${terms.map((t) => t.from)}::int[], ${terms.map((t) => t.basisPoints)}::int[]) with ordinality as c(from_days, basis_points, place)`)
}
