import * as contract from '#contract/governance/officers.ts'
import { askForChange } from '#server/features/access/change-requests/ask-for-change.ts'
import { bind, bindWaiting } from '#server/http/bind.ts'
import { addPosts, describePosts } from './add-posts.ts'
import { endTerm } from './end-term.ts'
import { getOfficers, listTerms } from './queries.ts'
import { recordTerm } from './record-term.ts'
import { describePost, updatePost } from './update-post.ts'

export const officerRoutes = [
  bind(contract.getOfficers, getOfficers),
  bindWaiting(askForChange(contract.addPosts, describePosts, addPosts)),
  bindWaiting(askForChange(contract.updatePost, describePost, updatePost)),
  bind(contract.listTerms, listTerms),
  bind(contract.recordTerm, recordTerm),
  bind(contract.endTerm, endTerm),
]
