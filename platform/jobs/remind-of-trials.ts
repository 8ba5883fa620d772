import { dayIn } from '#core/calendar.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import * as strings from './strings.ts'

/** Notifies the super admin once of each trial that has ended; for the cooperative nothing changes (docs/decisions/0013). */
export async function remindOfTrials(database: Database, now = new Date()): Promise<void> {
  await database.platform((tx) =>
    tx.run(sql`
      with ended as (
        update app.cooperative set trial_reminded_of = trial_ends_on
        where plan = 'trial' and status = 'active' and deleted_at is null and trial_ends_on < ${dayIn(now)}::date and trial_reminded_of is distinct from trial_ends_on
        returning cooperative_id, name, trial_ends_on)
      insert into platform.notification (notification_id, type, message, link)
      select gen_random_uuid(), 'warning', replace(replace(${strings.trialEnded}::text, '{day}', to_char(trial_ends_on, 'DD Mon YYYY')), '{name}', name),
        '/superadmin/cooperatives/' || cooperative_id
      from ended`),
  )
}
